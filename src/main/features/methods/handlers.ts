import { pickNewestVersion } from '../../../shared/methods/preset-entry-types.ts'
import {
  readPresetFile,
  writePresetFile,
  type PresetFile,
} from '../../../shared/methods/preset-file-types.ts'
import { createPresetId } from '../../../shared/methods/preset-reference-types.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import {
  listAllPresets,
  checkTexts,
  putPreset,
  requireOwnPreset,
  requirePreset,
  requireVersion,
  type PresetServices,
} from './preset-library.ts'

/** Handlers of the `presets` area. */
export function createPresetsHandlers(services: PresetServices) {
  const { store } = services
  const area = implementer.presets
  return {
    list: area.list.handler(async ({ input }) => [...(await listAllPresets(services, input.providerId))]),
    save: area.save.handler(async ({ input: { note = '', mustBeNew = false, ...preset } }) => {
      const saved = await putPreset(services, { ...preset, note }, { mustBeNew })
      return { ...saved.preset, ...(saved.notes === undefined ? {} : { notes: saved.notes }) }
    }),
    duplicate: area.duplicate.handler(({ input }) => duplicatePreset(services, input)),
    rename: area.rename.handler(async ({ input: { label, description, ...key } }) => {
      const before = await requireOwnPreset(services, key)
      await store.presets.describe(
        key,
        checkTexts({ id: key.id, label, description: description ?? before.description }),
      )
      return requirePreset(services, key)
    }),
    remove: area.remove.handler(async ({ input }) => {
      await requireOwnPreset(services, input)
      await store.presets.remove(input)
    }),
    export: area.export.handler(async ({ input: { version, ...key } }) => {
      const preset = await requirePreset(services, key)
      const { settings } = requireVersion(preset, version)
      const fileName = `${preset.providerId}-${preset.id}.preset.json`
      return { fileName, text: writePresetFile({ ...preset, settings }) }
    }),
    import: area.import.handler(({ input: { text, as } }) => {
      const { providerId, id, label, description, settings } = requirePresetFile(text)
      const preset = { providerId, id: as ?? id, label, description, settings, note: 'From a file' }
      return putPreset(services, preset, { mustBeNew: false })
    }),
    restore: area.restore.handler(async ({ input: { version, ...key } }) => {
      const preset = await requireOwnPreset(services, key)
      const { settings } = requireVersion(preset, version)
      const note = `As version ${version}`
      const restored = await putPreset(services, { ...key, settings, note }, { mustBeNew: false })
      return restored.preset
    }),
  }
}

type DuplicateInput = {
  readonly providerId: string
  readonly id: string
  readonly version?: number | undefined
  readonly as?: string | undefined
  readonly label?: string | undefined
}

async function duplicatePreset(services: PresetServices, input: DuplicateInput) {
  const { providerId, id, version, as } = input
  const preset = await requirePreset(services, input)
  const { settings } = requireVersion(preset, version)
  const others = await listAllPresets(services, providerId)
  const taken = others.map((other) => other.id)
  const label =
    input.label ??
    findFreeLabel(
      preset.label,
      others.map((other) => other.label),
    )
  const copy = {
    providerId,
    id: as ?? createPresetId(label, taken),
    label,
    description: preset.description,
    settings,
    note: `Copy of ${id}, version ${version ?? pickNewestVersion(preset).version}`,
  }
  const { preset: saved } = await putPreset(services, copy, { mustBeNew: true })
  return saved
}

/** "Balanced copy", then "Balanced copy 2"; leaves room for the number. */
function findFreeLabel(label: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const candidate = `${label.slice(0, 90)} copy${number === 1 ? '' : ` ${number}`}`
    if (!taken.includes(candidate)) return candidate
  }
}

function requirePresetFile(text: string): PresetFile {
  const read = readPresetFile(text)
  if (read.ok) return read.file
  const [{ path, message }, ...others] = read.issues
  const place = path.join('.')
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new Problem({
    code: 'bad-input',
    message: `This is not a usable preset file: ${place === '' ? '' : `${place}: `}${message}${more}`,
    where: place,
    hint: 'Nothing was saved. Export a preset to see what such a file holds.',
  })
}
