import {
  pickNewestVersion,
  type PresetEntry,
  type PresetVersion,
} from '../../../../shared/methods/preset-entry-types.ts'
import { formatTime, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'

/** A preset as `presets --json` gives it. The names are a promise to scripts; more may be added. */
export function buildPresetJson(
  preset: PresetEntry,
  shown: PresetVersion = pickNewestVersion(preset),
): Readonly<Record<string, unknown>> {
  const { providerId, id, label, description, isBuiltIn, versions } = preset
  const { settings, version } = shown
  return {
    provider: providerId,
    id,
    label,
    description,
    settings,
    builtIn: isBuiltIn,
    version,
    versions: versions.map(({ version: number, note, createdTs }) => ({ version: number, note, createdTs })),
  }
}

/** Presets as a table. */
export function formatPresetTable(presets: readonly PresetEntry[]): string {
  return formatTable(
    [{ title: 'provider' }, { title: 'preset' }, { title: 'version' }, { title: 'what it does' }],
    presets.map(({ providerId, id, label, description, isBuiltIn, versions }) => [
      providerId,
      id,
      isBuiltIn ? 'built in' : String(versions.length),
      formatOneLine(description === '' ? label : description, 120),
    ]),
  )
}

/** One version of a preset: what it is, its versions, its settings. */
export function formatPreset(preset: PresetEntry, shown: PresetVersion): string {
  const { providerId, id, label, description, isBuiltIn, versions } = preset
  const facts = formatPairs([
    ['preset', `${providerId}:${id}`],
    ['label', formatOneLine(label, 100)],
    ['description', formatOneLine(description, 500)],
    ['version', isBuiltIn ? 'built in' : `${shown.version} of ${versions.length}`],
  ])
  const history = isBuiltIn
    ? ''
    : formatTable(
        [{ title: 'version', align: 'right' }, { title: 'saved (UTC)' }, { title: 'note' }],
        versions.map(({ version, createdTs, note }) => [
          String(version),
          formatTime(createdTs),
          formatOneLine(note, 100),
        ]),
      ).concat('\n')
  return `${facts}\n${history}${formatJson(shown.settings)}`
}
