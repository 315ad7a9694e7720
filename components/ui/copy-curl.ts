import { UI } from '@/components/ui/texts';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { type ApiRequest, curlOf } from '@/lib/client/snippets';

/** Copies an API call as a curl command, and says so or why not. */
export async function copyCurl(request: ApiRequest): Promise<void> {
  try {
    await navigator.clipboard.writeText(curlOf(request));
    showToast(UI.curlCopied);
  } catch (error) {
    showErrorToast(UI.curlNotCopied, error);
  }
}
