import type { Command } from 'commander'
import { buildFacts, buildTable, buildText, type Block } from '../../../../shared/document/document.ts'
import type { GlossaryEntry } from '../../../../shared/kernel/words/glossary.ts'
import { describeDirection } from '../../../../shared/kernel/words/term-words.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import type { CommandContext, CommonOptions } from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

/** `dewpoint explain`. */
export function addExplainCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'explain',
    'Say what a metric, a column or a word of Dewpoint means, how it is computed, and what it cannot see.',
    'explain kept what was used next',
  )
    .argument('[term...]', 'a label, an id or another name (default: all terms)')
    .action(run(explainCommand))
}

/** `dewpoint explain <term>`. Resolves to the exit code. */
async function explainCommand(
  words: readonly string[],
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  // Loaded here, so that `--help` stays quick.
  const { glossary } = await import('../../../../shared/kernel/words/glossary.ts')
  const term = words.join(' ')
  if (term.trim() === '') {
    const terms = glossary.flatMap(({ entries }) => entries.map(explainJson))
    return printAnswer(options, context, { terms }, () =>
      glossary.map(({ title, entries }) =>
        buildTable(
          [title, ''],
          entries.map(({ names, definition }) => [names[0], definition]),
        ),
      ),
    )
  }
  const { findTerm } = await import('../../../../shared/kernel/words/find-term.ts')
  const found = findTerm(term)
  if (found.kind === 'unknown')
    throw new CliFailure({
      message: `No term is called “${term}”`,
      hint:
        found.nearest.length === 0
          ? '`dewpoint explain` lists all.'
          : `Near it: ${found.nearest.map(({ names }) => names[0]).join(', ')}. \`dewpoint explain\` lists all.`,
    })
  return printAnswer(options, context, explainJson(found.entry), () => buildEntry(found.entry))
}

/** `explain --json`. The names are a promise to scripts; more may be added. */
function explainJson({ id, names, definition, formula, direction, limits }: GlossaryEntry) {
  const [term, ...aliases] = names
  return {
    term,
    definition,
    formula: formula ?? null,
    direction: direction ?? null,
    limits: limits ?? null,
    id,
    aliases,
  }
}

function buildEntry({ names, definition, formula, direction, limits }: GlossaryEntry): readonly Block[] {
  const [term, ...aliases] = names
  return [
    buildText(`${term}: ${definition}`),
    buildFacts([
      ['computed', formula ?? ''],
      ['better', direction === undefined ? '' : describeDirection(direction)],
      ['limits', limits ?? ''],
      ['also', aliases.join(', ')],
    ]),
  ]
}
