import { alignRight, buildFacts, buildTable, type Block } from '../../../../shared/document/document.ts'
import {
  pickNewestVersion,
  type PresetEntry,
  type PresetVersion,
} from '../../../../shared/methods/preset-entry-types.ts'
import { formatTime, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJson } from '../../../terminal/output/json.ts'

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

/** `presets list`. */
export function buildPresetTable(presets: readonly PresetEntry[]): readonly Block[] {
  return [
    buildTable(
      ['provider', 'preset', 'version', 'what it does'],
      presets.map(({ providerId, id, label, description, isBuiltIn, versions }) => [
        providerId,
        id,
        isBuiltIn ? 'built in' : String(versions.length),
        formatOneLine(description === '' ? label : description, 120),
      ]),
    ),
  ]
}

/** `presets show`: one version of a preset, its versions, its settings. */
export function buildPreset(preset: PresetEntry, shown: PresetVersion): readonly Block[] {
  const { providerId, id, label, description, isBuiltIn, versions } = preset
  return [
    buildFacts([
      ['preset', `${providerId}:${id}`],
      ['label', label],
      ['description', description],
      ['version', isBuiltIn ? 'built in' : `${shown.version} of ${versions.length}`],
    ]),
    buildTable(
      [...alignRight('version'), 'saved (UTC)', 'note'],
      (isBuiltIn ? [] : versions).map(({ version, createdTs, note }) => [
        String(version),
        formatTime(createdTs),
        note,
      ]),
    ),
    { kind: 'code', label: '', text: formatJson(shown.settings).trimEnd(), isFolded: false },
  ]
}
