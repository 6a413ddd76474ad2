import type { DoctorCheck } from '../../../shared/installation/app-contract.ts'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { VerifiedBackup } from '../../platform/store/copies/find-backup.ts'
import type { Examined, Finding, FindingCode } from '../../platform/store/doctor/build-finding.ts'

type Words = {
  readonly label: string
  readonly status: DoctorCheck['status']
  /** What is damaged and what that affects. */
  readonly damage: (finding: Finding) => string
  /** What of it can be saved; empty where nothing is lost. */
  readonly rescue: string
}

const onlyBackup = 'Only a backup has what it held.'
const salvageOthers = '--salvage copies all rows that SQLite still reaches.'
const salvageAll = 'No row is lost. --salvage makes it anew.'

const words: Readonly<Record<FindingCode, Words>> = {
  missing: {
    label: 'Database',
    status: 'ok',
    damage: () => 'not there yet: the first command that needs it makes it',
    rescue: '',
  },
  empty: {
    label: 'Database file',
    status: 'error',
    damage: () => 'The file is empty: nothing that was stored is in it.',
    rescue: 'Restore a backup, or move the file away to begin anew.',
  },
  folder: {
    label: 'Database file',
    status: 'error',
    damage: () => 'A folder has the name of the database.',
    rescue: 'Move the folder away.',
  },
  'not-readable': {
    label: 'Database file',
    status: 'error',
    damage: ({ details }) => `It cannot be read (${details.join(', ')}).`,
    rescue: 'Nothing is said of its content. Give yourself the right to read it.',
  },
  locked: {
    label: 'Database file',
    status: 'error',
    damage: () => 'Another program holds it, so it was not looked into.',
    rescue: 'Close the other program, then run the doctor again.',
  },
  'read-error': {
    label: 'Database file',
    status: 'error',
    damage: ({ details }) => `The disk does not give all of it (${details.join(', ')}).`,
    rescue: 'Check the disk. --salvage copies what the disk does give.',
  },
  'no-database': {
    label: 'File header',
    status: 'error',
    damage: ({ details }) => `The beginning of the file is not that of a database (${details.join(', ')}).`,
    rescue: onlyBackup,
  },
  truncated: {
    label: 'File length',
    status: 'error',
    damage: ({ count }) => `${formatCountWithNoun(count, 'page')} at the end of the file are missing.`,
    rescue: '--salvage copies the rows before the end.',
  },
  'damaged-schema': {
    label: 'List of tables',
    status: 'error',
    damage: ({ details }) => `It cannot be read (${details.join(', ')}), so no table can be opened.`,
    rescue: onlyBackup,
  },
  'damaged-pages': {
    label: 'Pages',
    status: 'error',
    damage: ({ place, count, details }) =>
      `${place === '' ? 'Pages' : `Pages of table ${place}`} are damaged: ${formatCountWithNoun(count, 'place')} (${details.join(', ')}).`,
    rescue: salvageOthers,
  },
  'stray-pages': {
    label: 'Pages',
    status: 'error',
    damage: ({ count }) =>
      `${formatCountWithNoun(count, 'page')} belong to no table: rows may have been cut off with them.`,
    rescue: 'Only a backup has these rows.',
  },
  'damaged-freelist': {
    label: 'Free pages',
    status: 'error',
    damage: ({ details }) =>
      `The list of free pages is damaged: the next write may destroy rows (${details.join(', ')}).`,
    rescue: salvageAll,
  },
  'damaged-index': {
    label: 'Index',
    status: 'error',
    damage: ({ place, count, details }) =>
      `Index ${place} disagrees with its table in ${formatCountWithNoun(count, 'place')}: rows are not found or found wrongly (${details.join(', ')}).`,
    rescue: salvageAll,
  },
  'missing-index': {
    label: 'Index',
    status: 'error',
    damage: ({ place }) =>
      `Index ${place} is missing: what it looks up is slow, and what it keeps unique is not.`,
    rescue: salvageAll,
  },
  'damaged-values': {
    label: 'Values',
    status: 'error',
    damage: ({ place, count, details }) =>
      `${formatCountWithNoun(count, 'value')} of table ${place} ${count === 1 ? 'is' : 'are'} of the wrong kind (${details.join(', ')}).`,
    rescue: '--salvage copies all other rows.',
  },
  'damaged-json': {
    label: 'Values',
    status: 'error',
    damage: ({ place, count }) =>
      `${formatCountWithNoun(count, 'row')} of table ${place} hold invalid JSON, and lists with them fail.`,
    rescue: '--salvage copies all other rows.',
  },
  'missing-table': {
    label: 'Table',
    status: 'error',
    damage: ({ place }) => `Table ${place} is missing with all its rows, and what uses it fails.`,
    rescue: '--salvage copies all other tables.',
  },
  'changed-table': {
    label: 'Table',
    status: 'error',
    damage: ({ place, details }) => `Table ${place} has not the columns it should: ${details.join(', ')}.`,
    rescue: '--salvage copies the rows whose values fit.',
  },
  'damaged-blobs': {
    label: 'Stored texts',
    status: 'error',
    damage: ({ count, details }) =>
      `${formatCountWithNoun(count, 'blob')} of a history or a result ${count === 1 ? 'does' : 'do'} not fit ${count === 1 ? 'its' : 'their'} hash (${details.map((hash) => hash.slice(0, 12)).join(', ')}).`,
    rescue: 'Their texts are lost. --salvage copies all others.',
  },
  'dangling-references': {
    label: 'References',
    status: 'error',
    damage: ({ place, count, details }) =>
      `${formatCountWithNoun(count, 'row')} of table ${place} refer to ${details.join(', ')} that are missing.`,
    rescue: '--salvage keeps these rows and names them.',
  },
  'damaged-log': {
    label: 'Write-ahead log',
    status: 'error',
    damage: ({ count }) =>
      `The last ${formatCountWithNoun(count, 'page')} in the log are damaged: SQLite leaves out these changes without a word.`,
    rescue: 'Only a backup may have them.',
  },
  newer: {
    label: 'Schema',
    status: 'error',
    damage: ({ count }) => `A newer Dewpoint wrote it: schema ${count}.`,
    rescue: 'Nothing is lost. Update Dewpoint.',
  },
  older: {
    label: 'Schema',
    status: 'ok',
    damage: ({ count }) =>
      `schema ${count} of an earlier Dewpoint: the next start backs it up and brings it up to date`,
    rescue: '',
  },
  'no-version': {
    label: 'Schema',
    status: 'error',
    damage: () => 'It holds tables and states no schema: another program wrote it, or its header is damaged.',
    rescue: '--salvage copies the tables that it knows.',
  },
  'wrong-version': {
    label: 'Schema',
    status: 'error',
    damage: ({ count, details }) =>
      `It states schema ${count}, but its tables are those of schema ${details.join()}: no start can bring it up to date.`,
    rescue: salvageAll,
  },
  'foreign-object': {
    label: 'Schema',
    status: 'error',
    damage: ({ place, details }) =>
      `Dewpoint did not make the ${details.join()} ${place}, which may change or hide rows.`,
    rescue: '--salvage copies all rows without it.',
  },
  'special-file': {
    label: 'Database file',
    status: 'error',
    damage: ({ place, details }) =>
      `${place} is ${details.join()} and no ordinary file, so the database was not opened.`,
    rescue: 'Move it away, then run the doctor again.',
  },
  'unreadable-rows': {
    label: 'Values',
    status: 'error',
    damage: ({ place, count, details }) =>
      `${formatCountWithNoun(count, 'row')} of table ${place} ${count === 1 ? 'says' : 'say'} what no row can (${details.join(', ')}), so lists leave ${count === 1 ? 'it' : 'them'} out.`,
    rescue: '--salvage copies all other rows.',
  },
  'search-damaged': {
    label: 'Search index',
    status: 'warning',
    damage: ({ details }) => `It is damaged (${details.join(', ')}).`,
    rescue: 'Nothing is lost: it is a cache, and the next search makes it anew.',
  },
}

/**
 * What the doctor says of a database: one line for the whole, one more for each finding, and for a damaged one the last
 * verified backup with the command that puts it in its place.
 */
export function describeDatabase(
  { filePath, findings, figures }: Examined,
  backup: VerifiedBackup | null,
): readonly DoctorCheck[] {
  const lines = findings.map((finding, index) => ({
    ...describeFinding(finding),
    id: `database-${index + 1}-${finding.code}`,
  }))
  const isDamaged = lines.some(({ status }) => status === 'error')
  const isNewer = findings.some(({ code }) => code === 'newer')
  const known =
    figures === null
      ? ''
      : `, ${(figures.fileBytes / 1e6).toFixed(1)} MB, schema ${figures.schemaVersion}, ${formatCountWithNoun(figures.tasks, 'task')}, ${formatCountWithNoun(figures.runs, 'run')}`
  const isReadable = !findings.some(({ code }) => code === 'no-database' || code === 'damaged-schema')
  const verdict = !isDamaged
    ? ', no damage found'
    : isReadable
      ? '. `dewpoint doctor --salvage <new file>` copies what can be read, `dewpoint restore <file>` puts a backup or that file in its place'
      : '. `dewpoint restore <file>` puts a backup in its place'
  const advice = isNewer && isDamaged ? '' : verdict
  const [only] = findings
  const detail =
    only?.code === 'missing' ? `${filePath}, ${words.missing.damage(only)}` : `${filePath}${known}${advice}`
  const whole: DoctorCheck = { id: 'database', label: 'Database', status: isDamaged ? 'error' : 'ok', detail }
  if (only?.code === 'missing') return [whole]
  return isDamaged && !isNewer ? [whole, ...lines, describeBackup(backup)] : [whole, ...lines]
}

function describeBackup(backup: VerifiedBackup | null): DoctorCheck {
  const check = { id: 'database-backup', label: 'Last verified backup' }
  if (backup === null)
    return { ...check, status: 'warning', detail: 'There is none in the data folder, or none that is whole.' }
  const made = new Date(backup.madeTs).toISOString().slice(0, 16).replace('T', ' ')
  const detail = `${backup.path}, made ${made} UTC. \`dewpoint restore "${backup.path}"\` puts it in place; the damaged database is kept beside it.`
  return { ...check, status: 'ok', detail }
}

/** One finding: what is damaged, what that affects, and what can be saved. */
export function describeFinding(finding: Finding): DoctorCheck {
  const { label, status, damage, rescue } = words[finding.code]
  const detail = [damage(finding), rescue].filter((sentence) => sentence !== '').join(' ')
  return { id: finding.code, label, status, detail, finding: { ...finding, details: [...finding.details] } }
}
