import { TEST_CARDS } from '@/components/purchase/test-cards';
import { SANDBOX_PANEL } from '@/components/shell/texts';
import { CopyButton } from '@/components/ui/copy-button';

/** That no real money moves, and the cards that buyers can try. */
export function SandboxPanel() {
  return (
    <>
      <p className="font-medium">{SANDBOX_PANEL.text}</p>
      <p className="pb-2 text-muted">{SANDBOX_PANEL.testCards}</p>
      <ul className="flex flex-col">
        {TEST_CARDS.map(({ number, result }) => (
          <li key={number} className="flex items-center justify-between border-t border-line py-1">
            <span className="flex flex-col">
              <span className="font-mono text-xs">{number.match(/.{4}/g)?.join(' ')}</span>
              <span className="text-xs text-muted">{result}</span>
            </span>
            <CopyButton value={number} label={SANDBOX_PANEL.copyCard(result)} />
          </li>
        ))}
      </ul>
      <p className="pt-2 text-xs text-muted">{SANDBOX_PANEL.anyDate}</p>
    </>
  );
}
