import { glossary, type GlossaryEntry } from '../src/shared/kernel/words/glossary.ts'
import { describeDirection } from '../src/shared/kernel/words/term-words.ts'

/** The page of all terms, by subject. */
export function glossaryDocs(): string {
  return [
    '# Glossary',
    'Written by `npm run docs:cli` from the words that the screens, the reports and `dewpoint explain <term>` use.',
    glossary
      .map(({ title }) => `[${title}](#${title.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')})`)
      .join(', '),
    ...glossary.flatMap(({ title, entries }) => [`## ${title}`, entries.map(entryText).join('\n')]),
  ]
    .join('\n\n')
    .concat('\n')
}

function entryText({ id, names, definition, formula, direction, limits }: GlossaryEntry): string {
  const [term, ...aliases] = names
  const sentences = [
    `- **${term}** (\`${id}\`): ${definition}`,
    ...(formula === undefined ? [] : [`_Computed_: ${formula}.`]),
    ...(direction === undefined ? [] : [describeDirection(direction)]),
    ...(limits === undefined ? [] : [limits]),
    ...(aliases.length === 0 ? [] : [`_Also_: ${aliases.join(', ')}.`]),
  ]
  return sentences
    .join(' ')
    .replaceAll('*', String.raw`\*`)
    .replaceAll(String.raw`\*\*`, '**')
}
