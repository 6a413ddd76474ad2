import type { Command } from 'commander'
import type { GlossaryEntry, GlossarySubject } from '../../../../shared/kernel/words/glossary.ts'
import { describeDirection } from '../../../../shared/kernel/words/term-words.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import type { CommandContext, CommonOptions } from '../../../terminal/context.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'

/** `dewpoint explain`. */
export function addExplainCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'explain',
    'Say what a metric, a column or a word of Dewpoint means, how it is computed, and what it cannot see.',
    'explain kept what was used next',
  )
    .argument('[term...]', 'a label, an id or another name (default: all terms)')
    .action((words: string[], options: CommonOptions) =>
      run((context) => explainCommand(words.join(' '), options, context)),
    )
}

/** `dewpoint explain <term>`. Resolves to the exit code. */
async function explainCommand(
  term: string,
  { json = false }: CommonOptions,
  { terminal }: CommandContext,
): Promise<number> {
  // Loaded here, so that `--help` stays quick.
  const { glossary } = await import('../../../../shared/kernel/words/glossary.ts')
  if (term.trim() === '') {
    const terms = glossary.flatMap(({ entries }) => entries.map(explainJson))
    await terminal.out(json ? formatJson({ terms }) : glossary.map(formatGlossarySubject).join('\n'))
    return 0
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
  await terminal.out(json ? formatJson(explainJson(found.entry)) : formatGlossaryEntry(found.entry))
  return 0
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

function formatGlossaryEntry({ names, definition, formula, direction, limits }: GlossaryEntry): string {
  const [term, ...aliases] = names
  const more = formatPairs([
    ['computed', formula ?? ''],
    ['better', direction === undefined ? '' : describeDirection(direction)],
    ['limits', limits ?? ''],
    ['also', aliases.join(', ')],
  ])
  return `${term}: ${definition}\n${more === '' ? '' : `\n${more}`}`
}

function formatGlossarySubject({ title, entries }: GlossarySubject): string {
  return formatTable(
    [{ title }, { title: '' }],
    entries.map(({ names, definition }) => [names[0], definition]),
  )
}
