import { TextLink } from '@/components/ui/text-link';

/** An invitation that was used, withdrawn or never made. */
export default function NotFound() {
  return (
    <div className="flex flex-col gap-3">
      <h1 className="text-xl font-semibold tracking-tight">This invitation no longer works</h1>
      <p>It was used or withdrawn, or a newer one took its place. Ask for a new one.</p>
      <p>
        Already a member? <TextLink href="/dashboard">Open the dashboard</TextLink>
      </p>
    </div>
  );
}
