import { glossary, type GlossaryEntry } from '../src/shared/kernel/words/glossary.ts'
import { describeDirection } from '../src/shared/kernel/words/term-words.ts'

/** The page of all terms, by subject. */
export function glossaryDocs(): string {
  return [
    '# Glossary',
    'Written by `npm run docs:cli` from the words that the screens, the reports and `dewpoint explain <term>` use.',
    glossary
      .map(({ title }) => `- [${title}](#${title.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')})`)
      .join('\n'),
    ...glossary.flatMap(({ title, entries }) => [`## ${title}`, ...entries.map(entryText)]),
  ]
    .join('\n\n')
    .concat('\n')
}

function entryText({ id, names, definition, formula, direction, limits }: GlossaryEntry): string {
  const [term, ...aliases] = names
  const lines = [
    `**${term}** (\`${id}\`): ${definition}`,
    ...(formula === undefined ? [] : [`- Computed: ${formula}.`]),
    ...(direction === undefined ? [] : [`- ${describeDirection(direction)}`]),
    ...(limits === undefined ? [] : [`- ${limits}`]),
    ...(aliases.length === 0 ? [] : [`- Also: ${aliases.join(', ')}.`]),
  ]
  const [head = '', ...more] = lines.map((line) =>
    line.replaceAll('*', String.raw`\*`).replaceAll(String.raw`\*\*`, '**'),
  )
  return more.length === 0 ? head : `${head}\n\n${more.join('\n')}`
}
