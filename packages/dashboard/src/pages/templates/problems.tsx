import type { Schemas } from '@platen/client';
import { CircleAlert } from 'lucide-react';
import { Card } from '../../components/layout.tsx';
import { t } from '../../texts/en.ts';

export type Problem = Schemas['TemplateProblem'];

interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly onGoTo: (problem: Problem) => void;
}

/** What is wrong with the template; each leads to its line. */
export function Problems({ problems, onGoTo }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Card title={t.templates.problems} flush>
      <ul className="m-0 list-none p-0">
        {problems.map((problem) => (
          <li key={JSON.stringify(problem)} className="border-b border-line last:border-0">
            <button
              type="button"
              onClick={() => onGoTo(problem)}
              className="flex w-full items-start gap-3 border-0 bg-transparent px-4 py-2.5 text-left text-text hover:bg-sunken"
            >
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
              <span className="min-w-0">
                <span className="block font-medium">{placeOf(problem)}</span>
                <span className="block break-words text-muted">{problem.message}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function placeOf({ part, snippet, line, pointer }: Problem): string {
  if (snippet !== undefined) return t.templates.inSnippet(snippet, line ?? 1);
  if (part === 'schema') return `${part} ${pointer ?? ''}`;
  return line === undefined ? t.templates.parts[part] : t.templates.problemAt(t.templates.parts[part], line);
}
