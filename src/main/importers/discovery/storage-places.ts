import { editorsOn, joinOn, type Editor, type Machine } from './editors.ts'
import type { StoragePlace } from './storage-place.ts'

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

/** Text of an editor's `settings.json`, which may hold comments; null where it has none. */
export type ReadSettings = (editor: Editor) => string | null

/** Every place in which a known agent keeps tasks on such a machine, there or not. */
export function storagePlaces(machine: Machine, readSettings: ReadSettings): readonly StoragePlace[] {
  const ofEditors = editorsOn(machine).flatMap((editor) => {
    const settings = readSettings(editor)
    return extensions.flatMap((extension) => placesOf(machine, editor, extension, settings))
  })
  return [...ofEditors, ...placesOfCommandLines(machine)]
}

function placesOf(
  machine: Machine,
  editor: Editor,
  { agent, id, storageSetting }: Extension,
  settings: string | null,
): readonly StoragePlace[] {
  const own = joinOn(machine, editor.userFolder, 'globalStorage', id)
  const moved = storageSetting === null || settings === null ? null : settingIn(settings, storageSetting)
  const folders = moved === null || moved === '' ? [own] : [own, moved]
  return folders.map((folder) => ({
    agent,
    editor: editor.name,
    layout: 'tasks',
    path: joinOn(machine, folder, 'tasks'),
  }))
}

/** Agents without an editor; each says in its environment where it keeps its data, if not below the home folder. */
function placesOfCommandLines(machine: Machine): readonly StoragePlace[] {
  const { home, environment } = machine
  const below = (...parts: readonly string[]): string => joinOn(machine, ...parts)
  const cline =
    environment['CLINE_DATA_DIR'] || below(environment['CLINE_DIR'] || below(home, '.cline'), 'data')
  const claude = environment['CLAUDE_CONFIG_DIR'] || below(home, '.claude')
  const codex = environment['CODEX_HOME'] || below(home, '.codex')
  return [
    { agent: 'Cline', editor: null, path: below(cline, 'tasks'), layout: 'tasks' },
    { agent: 'Cline', editor: null, path: below(cline, 'sessions'), layout: 'sessions' },
    { agent: 'Claude Code', editor: null, path: below(claude, 'projects'), layout: 'transcripts' },
    { agent: 'Codex', editor: null, path: below(codex, 'sessions'), layout: 'transcripts' },
  ]
}

/** The text of a setting in a `settings.json`; null where it is not set. Lines that are comments do not count. */
function settingIn(text: string, name: string): string | null {
  const pattern = new RegExp(
    `^(?!\\s*//).*?"${name.replaceAll('.', '\\.')}"\\s*:\\s*("(?:[^"\\\\\\n]|\\\\.)*")`,
    'm',
  )
  const value = pattern.exec(text)?.[1]
  if (value === undefined) return null
  try {
    return String(JSON.parse(value))
  } catch {
    return null
  }
}
