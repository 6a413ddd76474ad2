import { arms } from '../src/main/methods/arms.ts'
import { certaintyTerms } from '../src/shared/glossary/arm-terms.ts'

/** The page of every method that follows an agent, a vendor or a framework: its source, version and certainty. */
export function presetDocs(): string {
  const followed = arms.flatMap(({ id, label, description, origin }) =>
    origin === null ? [] : [{ id, label, description, ...origin }],
  )
  return [
    '# Methods of agents and vendors',
    'Written by `npm run docs:cli` from the presets themselves. What differs is said of each, so that nobody takes a result for that of the agent.',
    Object.entries(certaintyTerms)
      .map(([id, { definition }]) => `- **${id}**: ${definition}`)
      .join('\n'),
    ['| id | version | looked at | certainty |', '| --- | --- | --- | --- |']
      .concat(
        followed.map(
          ({ id, version, date, certainty }) => `| [${id}](#${id}) | ${version} | ${date} | ${certainty} |`,
        ),
      )
      .join('\n'),
    ...followed.map(({ id, label, description, source, version, date, certainty, differs }) =>
      [
        `## ${id}`,
        [
          `**${label}**. ${description}`,
          `_Source_: ${source}, version ${version}, looked at ${date}. _Certainty_: ${certainty}.`,
          ...(differs === '' ? [] : [`_What differs_: ${differs}`]),
        ].join(' '),
      ].join('\n\n'),
    ),
  ]
    .join('\n\n')
    .concat('\n')
}
