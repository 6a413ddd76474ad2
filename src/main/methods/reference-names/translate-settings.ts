import type { z } from 'zod'
import { append } from '../../../shared/kernel/append.ts'
import { settingsSchema, type Settings } from '../../../shared/methods/provider-types.ts'
import {
  editorPrefix,
  providerNames,
  runNames,
  type Counterpart,
  type RunField,
  type WhyNone,
} from './names.ts'

/** What became of a name of the reference documents. */
export type TranslatedName =
  | { readonly code: 'translated'; readonly from: string; readonly to: readonly string[] }
  /** It decides something of the run. */
  | { readonly code: 'run'; readonly from: string; readonly field: RunField }
  /** Nothing here decides this. */
  | { readonly code: 'no-counterpart'; readonly from: string; readonly why: WhyNone }
  /** Its counterpart is there as well, and says something else. */
  | { readonly code: 'twice'; readonly from: string; readonly to: string }

export type TranslatedSettings = {
  readonly settings: Settings
  /** By field; unchecked values as they stood. */
  readonly run: Readonly<Partial<Record<RunField, z.core.util.JSONType>>>
  readonly names: readonly TranslatedName[]
}

type Run = Partial<Record<RunField, z.core.util.JSONType>>

/**
 * Settings with the names of the reference documents as settings of a provider here, those of the providers that they
 * name included. Names that are no settings of the documents stay as they are, so that the provider can say what is
 * wrong with them.
 */
export function translateSettings(providerId: string, raw: Settings): TranslatedSettings {
  const outer = withoutPrefix(settingsSchema.parse(JSON.parse(JSON.stringify(raw))))
  const { settings: working, written: inner } = withoutPrefix(unwrapSettings(outer.settings))
  const written = new Map([...outer.written, ...inner])
  const names: TranslatedName[] = []
  const run: Run = {}
  if (providerId === 'smart') append(names, settlePrelude(working, written))
  for (const [name, counterpart] of Object.entries({ ...runNames, ...providerNames[providerId] })) {
    if (isOwnSetting(providerId, name)) continue
    const value = take(working, name)
    if (value === undefined) continue
    append(names, settle(working, run, { from: restoreTypedName(written, name), value, counterpart }))
    written.delete(name)
  }
  // Names of our own with the prefix in front, perhaps with the path to their group.
  for (const [name, from] of written) {
    const value = take(working, name)
    if (value !== undefined)
      append(names, settle(working, run, { from, value, counterpart: { kind: 'settings', to: [name] } }))
  }
  const steps = translateSteps(working, names)
  return { settings: working, run: { ...steps.run, ...run }, names: [...names, ...steps.names] }
}

/** `{ targetTokens, config }` are the options of a condensation around its settings. */
function unwrapSettings(raw: Settings): Settings {
  const { config, ...rest } = raw
  return isGroup(config) ? { ...rest, ...config } : raw
}

/** Settings without the prefix of the editor, and by name how it was written. What stands beside without it stays. */
function withoutPrefix(raw: Settings): { settings: Settings; written: Map<string, string> } {
  const { [editorPrefix]: group, ...others } = raw
  const grouped = isGroup(group)
    ? Object.fromEntries(Object.entries(group).map(([key, value]) => [`${editorPrefix}.${key}`, value]))
    : {}
  const written = new Map<string, string>()
  const entries = Object.entries({ ...(isGroup(group) ? others : raw), ...grouped }).map(([key, value]) => {
    const name = key.startsWith(`${editorPrefix}.`) ? key.slice(editorPrefix.length + 1) : key
    const isBeside = name !== key && Object.hasOwn(raw, name)
    if (name !== key && !isBeside) written.set(name, key)
    return [isBeside ? key : name, value] as const
  })
  return { settings: Object.fromEntries(entries), written }
}

/** A name as it was written, the prefix in front of its group included. */
function restoreTypedName(written: ReadonlyMap<string, string>, name: string): string {
  const [first = '', ...rest] = name.split('.')
  return written.get(name) ?? [written.get(first) ?? first, ...rest].join('.')
}

const preludeWords: Readonly<Record<string, boolean>> = { enabled: true, disabled: false }

/** A word or a switch for the group, as the documents' recommendations have it. */
function settlePrelude(working: Settings, written: Map<string, string>): TranslatedName[] {
  const name = 'losslessPrelude'
  const value = working[name]
  const enabled = typeof value === 'string' ? preludeWords[value] : value
  if (typeof enabled !== 'boolean') return []
  working[name] = { enabled }
  const from = written.get(name) ?? name
  written.delete(name)
  return [{ code: 'translated', from, to: [`${name}.enabled`] }]
}

/** Translates the settings of the steps that settings hold, in place. Names are led in by the path to them. */
function translateSteps(
  group: Settings,
  outer: readonly TranslatedName[],
  place: readonly string[] = [],
): Pick<TranslatedSettings, 'run'> & { readonly names: readonly TranslatedName[] } {
  const names: TranslatedName[] = []
  let run: Run = {}
  const { providerId, settings } = group
  if (typeof providerId === 'string' && isGroup(settings)) {
    const path = [...place, 'settings'].join('.')
    const typed = outer.find((name) => name.code === 'translated' && name.to.includes(path))?.from ?? path
    const inner = translateSettings(providerId, settings)
    group['settings'] = inner.settings
    run = { ...inner.run }
    append(
      names,
      inner.names.map((name) => prefixTranslatedName(name, typed, path)),
    )
    return { run, names }
  }
  for (const [key, value] of Object.entries(group)) {
    const items = Array.isArray(value)
      ? value.map((item, at) => [`${key}.${at}`, item] as const)
      : [[key, value] as const]
    for (const [step, item] of items) {
      if (!isGroup(item)) continue
      const inner = translateSteps(item, outer, [...place, step])
      run = { ...inner.run, ...run }
      append(names, inner.names)
    }
  }
  return { run, names }
}

function prefixTranslatedName(name: TranslatedName, typed: string, path: string): TranslatedName {
  const from = `${typed}.${name.from}`
  switch (name.code) {
    case 'translated':
      return { ...name, from, to: name.to.map((to) => `${path}.${to}`) }
    case 'twice':
      return { ...name, from, to: `${path}.${name.to}` }
    case 'run':
    case 'no-counterpart':
      return { ...name, from }
  }
}

/** `adaptive` has a target of its own, by the very name. */
const isOwnSetting = (providerId: string, name: string): boolean =>
  providerId === 'adaptive' && name === 'targetTokens'

type Taken = {
  readonly from: string
  readonly value: z.core.util.JSONType
  readonly counterpart: Counterpart
}

function settle(working: Settings, run: Run, { from, value, counterpart }: Taken): TranslatedName[] {
  switch (counterpart.kind) {
    case 'none':
      return [{ code: 'no-counterpart', from, why: counterpart.why }]
    case 'run':
      run[counterpart.field] ??= value
      return [{ code: 'run', from, field: counterpart.field }]
    case 'settings': {
      const taken = counterpart.to.find((to) => {
        const there = findSettingValue(working, to)
        return there !== undefined && JSON.stringify(there) !== JSON.stringify(value)
      })
      if (taken !== undefined) return [{ code: 'twice', from, to: taken }]
      for (const to of counterpart.to) put(working, to, value)
      return [{ code: 'translated', from, to: counterpart.to }]
    }
  }
}

/** A name with a dot is a key as it stands (`context.x`) or leads into a group. */
function take(settings: Settings, name: string): z.core.util.JSONType | undefined {
  if (Object.hasOwn(settings, name)) {
    const value = settings[name]
    delete settings[name]
    return value
  }
  const [first = '', ...rest] = name.split('.')
  const group = readOwnValue(settings, first)
  if (rest.length === 0 || !isGroup(group)) return undefined
  const value = take(group, rest.join('.'))
  if (value !== undefined && Object.keys(group).length === 0) delete settings[first]
  return value
}

function findSettingValue(settings: Settings, path: string): z.core.util.JSONType | undefined {
  const [first = '', ...rest] = path.split('.')
  const value = readOwnValue(settings, first)
  if (rest.length === 0) return value
  return isGroup(value) ? findSettingValue(value, rest.join('.')) : undefined
}

function put(settings: Settings, path: string, value: z.core.util.JSONType): void {
  const [first = '', ...rest] = path.split('.')
  if (rest.length === 0) {
    settings[first] = value
    return
  }
  const group = readOwnValue(settings, first)
  const inner: Settings = isGroup(group) ? group : {}
  settings[first] = inner
  put(inner, rest.join('.'), value)
}

/** Never what every object inherits: names come from outside. */
function readOwnValue(settings: Settings, key: string): z.core.util.JSONType | undefined {
  return Object.hasOwn(settings, key) ? settings[key] : undefined
}

function isGroup(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
