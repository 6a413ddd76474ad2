import type { z } from 'zod'
import { settingsSchema, type Settings } from '../../../shared/domain/provider.ts'
import { providerNames, runNames, type Counterpart, type RunField } from './names.ts'

/** What became of a name of the reference documents. */
export type TranslatedName =
  | { readonly code: 'translated'; readonly from: string; readonly to: readonly string[] }
  /** It decides something of the run. */
  | { readonly code: 'run'; readonly from: string; readonly field: RunField }
  /** Nothing here decides this. */
  | { readonly code: 'no-counterpart'; readonly from: string; readonly why: 'always-so' | 'by-the-key' }
  /** Its counterpart is there as well, and says something else. */
  | { readonly code: 'twice'; readonly from: string; readonly to: string }

export type TranslatedSettings = {
  readonly settings: Settings
  /** By field; unchecked values as they stood. */
  readonly run: Readonly<Partial<Record<RunField, z.core.util.JSONType>>>
  readonly names: readonly TranslatedName[]
}

/**
 * Settings with the names of the reference documents as settings of a provider here. Names that are no settings of the
 * documents stay as they are, so that the provider can say what is wrong with them.
 */
export function translateSettings(providerId: string, raw: Settings): TranslatedSettings {
  const working = settingsSchema.parse(JSON.parse(JSON.stringify(unwrapped(raw))))
  const names: TranslatedName[] = []
  const run: Partial<Record<RunField, z.core.util.JSONType>> = {}
  const own = providerNames[providerId] ?? {}
  // A word for a switch, as the documents' recommendations have it.
  if (working['losslessPrelude'] === 'enabled') {
    working['losslessPrelude'] = { enabled: true }
    names.push({ code: 'translated', from: 'losslessPrelude', to: ['losslessPrelude.enabled'] })
  }
  for (const [from, counterpart] of Object.entries({ ...runNames, ...own })) {
    if (isOwnSetting(providerId, from)) continue
    const value = take(working, from)
    if (value === undefined) continue
    names.push(...settle(working, run, { from, value, counterpart }))
  }
  return { settings: working, run, names }
}

/** `{ targetTokens, config }` are the options of a condensation around its settings. */
function unwrapped(raw: Settings): Settings {
  const { config, ...rest } = raw
  return isGroup(config) ? { ...rest, ...config } : raw
}

/** `adaptive` has a target of its own, by the very name. */
const isOwnSetting = (providerId: string, name: string): boolean =>
  providerId === 'adaptive' && name === 'targetTokens'

type Taken = {
  readonly from: string
  readonly value: z.core.util.JSONType
  readonly counterpart: Counterpart
}

function settle(
  working: Settings,
  run: Partial<Record<RunField, z.core.util.JSONType>>,
  { from, value, counterpart }: Taken,
): TranslatedName[] {
  switch (counterpart.kind) {
    case 'none':
      return [{ code: 'no-counterpart', from, why: counterpart.why }]
    case 'run':
      run[counterpart.field] ??= value
      return [{ code: 'run', from, field: counterpart.field }]
    case 'settings': {
      const taken = counterpart.to.find((to) => {
        const there = valueAt(working, to)
        return there !== undefined && JSON.stringify(there) !== JSON.stringify(value)
      })
      if (taken !== undefined) return [{ code: 'twice', from, to: taken }]
      for (const to of counterpart.to) put(working, to, value)
      return [{ code: 'translated', from, to: counterpart.to }]
    }
  }
}

/** A name with a dot is a key as it stands (`roo-code.x`) or leads into a group. */
function take(settings: Settings, name: string): z.core.util.JSONType | undefined {
  if (name in settings) {
    const value = settings[name]
    delete settings[name]
    return value
  }
  const [first = '', ...rest] = name.split('.')
  const group = settings[first]
  if (rest.length === 0 || !isGroup(group)) return undefined
  const value = take(group, rest.join('.'))
  if (value !== undefined && Object.keys(group).length === 0) delete settings[first]
  return value
}

function valueAt(settings: Settings, path: string): z.core.util.JSONType | undefined {
  const [first = '', ...rest] = path.split('.')
  const value = settings[first]
  if (rest.length === 0) return value
  return isGroup(value) ? valueAt(value, rest.join('.')) : undefined
}

function put(settings: Settings, path: string, value: z.core.util.JSONType): void {
  const [first = '', ...rest] = path.split('.')
  if (rest.length === 0) {
    settings[first] = value
    return
  }
  const group = settings[first]
  const inner: Settings = isGroup(group) ? group : {}
  settings[first] = inner
  put(inner, rest.join('.'), value)
}

function isGroup(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
