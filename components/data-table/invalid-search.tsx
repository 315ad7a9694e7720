import { LIST, type Noun } from '@/components/data-table/texts';
import { Button } from '@/components/ui/button';

/** What is wrong with the address of a list, and the way to all of its rows. */
export function InvalidSearch({ problems, noun }: { problems: readonly string[]; noun: Noun }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 border-l-2 border-bad px-4 py-3">
      {problems.length === 1 && problems[0] === LIST.unknownSort ? (
        <p className="font-semibold text-bad">{LIST.unknownSort}</p>
      ) : (
        <>
          <p className="font-semibold text-bad">{LIST.invalidAddress}</p>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
      <Button onClick={() => window.history.pushState(null, '', window.location.pathname)}>
        {LIST.showAll(noun)}
      </Button>
    </div>
  );
}
