import { formatCountWithNoun } from '../../shared/kernel/format-count-with-noun.ts'
import { agents } from './agents.ts'
import { ImportFailure } from './import-failure.ts'

/** What is said of a folder, or of several files, in which nothing is a history; `files` were looked at. */
export function buildNoHistoryFailure({
  name,
  where,
  files,
}: {
  readonly name: string
  readonly where: string
  readonly files: number
}): ImportFailure {
  return new ImportFailure({
    code: 'unknown-format',
    message:
      files === 0
        ? `${name} holds no files`
        : `No file in ${name} is a history that Dewpoint reads. ${formatCountWithNoun(files, 'file')} ${files === 1 ? 'was' : 'were'} looked at`,
    where,
    hint: `Open the folder in which an agent keeps its sessions: Home and \`dewpoint discover\` list those on this machine. Dewpoint reads: ${readable}.`,
  })
}

/** Whose histories there are to read. */
const readable = [...new Set(agents.map(({ name }) => name))]
  .toSorted((a, b) => a.localeCompare(b, 'en'))
  .join(', ')
