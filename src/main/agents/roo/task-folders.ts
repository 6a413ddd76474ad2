import { parseJson } from '../../../shared/kernel/json-values.ts'
import { listEditors, joinOn, type Editor, type Machine } from '../discovery/editors.ts'
import type { FindPlaces } from '../discovery/storage-place.ts'

/** An extension that keeps task folders. */
type Extension = Readonly<{
  agent: string
  id: string
  /** The editor's setting that moves its storage elsewhere; null where there is none. */
  storageSetting: string | null
}>

const extensions: readonly Extension[] = [
  {
    agent: 'Roo Code',
    id: 'rooveterinaryinc.roo-cline',
    storageSetting: 'roo-cline.customStoragePath',
  },
  { agent: 'Kilo Code', id: 'kilocode.kilo-code', storageSetting: 'kilo-code.customStoragePath' },
  { agent: 'Zoo Code', id: 'zoocodeorganization.zoo-code', storageSetting: 'zoo-code.customStoragePath' },
  { agent: 'Cline', id: 'saoudrizwan.claude-dev', storageSetting: null },
]

/** Where the editors of a machine keep the tasks of Roo Code and its relatives, and Cline's command line its own. */
export const findTaskFolders: FindPlaces = (machine, readSettings) => [
  ...listEditors(machine).flatMap((editor) => {
    const settings = readSettings(editor)
    return extensions.flatMap((extension) => findTaskPlaces(machine, editor, extension, settings))
  }),
  { agent: 'Cline', path: joinOn(machine, findClineData(machine), 'tasks'), holds: { kind: 'task-folders' } },
]

/** The folder in which Cline's command line keeps its data. */
export function findClineData(machine: Machine): string {
  const { home, environment } = machine
  const own = environment['CLINE_DIR'] || joinOn(machine, home, '.cline')
  return environment['CLINE_DATA_DIR'] || joinOn(machine, own, 'data')
}

function findTaskPlaces(
  machine: Machine,
  editor: Editor,
  { agent, id, storageSetting }: Extension,
  settings: string | null,
): ReturnType<FindPlaces> {
  const own = joinOn(machine, editor.userFolder, 'globalStorage', id)
  const moved = storageSetting === null || settings === null ? null : readSetting(settings, storageSetting)
  const folders = moved === null || moved === '' ? [own] : [own, moved]
  return folders.map((folder) => ({
    agent,
    editor: editor.name,
    holds: { kind: 'task-folders' },
    path: joinOn(machine, folder, 'tasks'),
  }))
}

/** The text of a setting in a `settings.json`; null where it is not set. Lines that are comments do not count. */
function readSetting(text: string, name: string): string | null {
  const pattern = new RegExp(
    `^(?![^\\S\\r\\n\\u2028\\u2029]*//).*?"${name.replaceAll('.', '\\.')}"\\s*:\\s*("(?:[^"\\\\\\n]|\\\\.)*")`,
    'm',
  )
  const value = pattern.exec(text)?.[1]
  if (value === undefined) return null
  try {
    return String(parseJson(value))
  } catch {
    return null
  }
}
