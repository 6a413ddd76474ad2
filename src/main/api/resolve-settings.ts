import type { RunRequest } from '../../shared/api/runs.ts'
import { settingsSchema, type Settings } from '../../shared/domain/provider.ts'
import type { CondensationProvider } from '../engine/provider.ts'
import { findProvider, providers } from '../engine/registry.ts'
import { Problem } from './problem.ts'

/** The provider of a request with complete settings: the preset's or the defaults, under those of the request. */
export function resolveSettings(request: Pick<RunRequest, 'providerId' | 'presetId' | 'settings'>): {
  readonly provider: CondensationProvider
  readonly settings: Settings
} {
  const provider = requireProvider(request.providerId)
  const preset = request.presetId === undefined ? {} : requirePreset(provider, request.presetId)
  const bound = provider.bind(merge(preset, request.settings ?? {}))
  // Parsed settings are JSON again: the schemas hold nothing else.
  if (bound.ok) return { provider, settings: settingsSchema.parse(bound.settings) }
  const [first] = bound.issues
  throw new Problem({
    code: 'bad-input',
    message: `The settings do not fit ${provider.label}: ${first?.message ?? 'they are no object'}`,
    where: first?.path.join('.') ?? '',
    hint: `\`dewpoint providers --json\` gives the schema of all settings.`,
  })
}

/** The provider of an id; a problem that names the others where there is none. */
export function requireProvider(id: string): CondensationProvider {
  const provider = findProvider(id)
  if (provider !== undefined) return provider
  throw new Problem({
    code: 'bad-input',
    message: `There is no provider "${id}"`,
    where: id,
    hint: `Choose one of: ${providers.map((known) => known.id).join(', ')}.`,
  })
}

function requirePreset(provider: CondensationProvider, id: string): Settings {
  const preset = provider.presets.find((known) => known.id === id)
  if (preset !== undefined) return preset.settings
  throw new Problem({
    code: 'bad-input',
    message: `${provider.label} has no preset "${id}"`,
    where: id,
    hint: `Choose one of: ${provider.presets.map((known) => known.id).join(', ')}.`,
  })
}

/** Settings over settings; nested groups are merged, everything else is replaced. */
function merge(base: Settings, over: Settings): Settings {
  const merged: Settings = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isGroup(below) && isGroup(value) ? merge(below, value) : value
  }
  return merged
}

function isGroup(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
