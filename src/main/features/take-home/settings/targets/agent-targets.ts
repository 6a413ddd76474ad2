import { noForm, useNotes } from '../../../../../shared/take-home/use-words.ts'
import {
  agentsWays,
  findSettingPath,
  type AgentSetting,
  type AgentWays,
  type SettingsPlace,
} from '../../../../kernel/policy/agents-own-ways.ts'
import { buildAgentSettings, computeAgentSize } from '../../../../kernel/policy/build-agent-settings.ts'
import { findArm } from '../../../../methods/arms.ts'
import { findSetting } from '../list-changed-settings.ts'
import { formatSettings } from '../settings-text/format-settings.ts'
import type { SettingsChange } from '../settings-text/settings-change.ts'
import type { Chosen, NoForm, UseForm, UseTarget } from '../use-target.ts'

/** Agents that an arm can be set in. */
export const agentTargets: readonly UseTarget[] = agentsWays
  .filter(({ id, where }) => id !== 'own-code' && where !== null)
  .map((ways) => ({
    id: ways.id,
    label: ways.label,
    kind: 'agent',
    buildForm: (chosen) => buildAgentForm(ways, chosen),
  }))

function buildAgentForm(ways: AgentWays, { arm, settings, changed, at }: Chosen): UseForm | NoForm {
  const { where, label, arms, size, carries = {} } = ways
  const own = arms[arm.id]
  if (where === null) return noForm.noSetting(label)
  if (own === undefined) return noForm.otherAgent(arm.label, label, Object.keys(arms).map(findLabel))
  const isSized = at !== null && size?.arms.includes(arm.id) === true
  const carried = changed.filter((path) => path in carries)
  const lost = changed.filter((path) => !(path in carries))
  const all: readonly AgentSetting[] = [
    ...(own.settings ?? []),
    ...(isSized ? listSizeSettings(ways, at) : []),
    ...carried.flatMap((path) => toAgentSettings(carries[path] ?? '', findSetting(settings, path))),
  ]
  if (all.length === 0 && own.code === undefined) return noForm.nothingToSet(arm.label, label)
  const notes = [
    ...(isSized ? explainSize(ways, at) : []),
    ...(at !== null && !isSized ? [useNotes.noSize(label)] : []),
    ...(lost.length === 0 ? [] : [useNotes.notCarried(lost, label)]),
    ...(arm.origin === null || arm.origin.differs === '' ? [] : [useNotes.origin(arm.origin.differs)]),
    ...(where.kind === 'file' ? [useNotes.restart(label)] : []),
  ]
  return { ...writeAgentSettings(where, all, own.code), at: isSized ? at : null, place: where.place, notes }
}

/** What is written, and into which file. */
function writeAgentSettings(
  where: SettingsPlace,
  all: readonly AgentSetting[],
  code: string | undefined,
): Pick<UseForm, 'language' | 'text' | 'settings'> {
  if (code !== undefined) return { language: pickLanguage(where.place), text: `${code}\n` }
  if (where.kind !== 'file')
    return { language: 'text', text: all.map(({ key, value }) => `${key}: ${value}\n`).join('') }
  const changes = all.map(toSettingsChange)
  return {
    language: where.format,
    text: formatSettings(where.format, changes),
    settings: { file: where, changes },
  }
}

/** The programs that are set in code are in these languages. */
function pickLanguage(place: string): UseForm['language'] {
  if (place.includes('YAML')) return 'yaml'
  return place.includes('session') ? 'typescript' : 'python'
}

function toSettingsChange({ key, value }: AgentSetting): SettingsChange {
  // Variables are texts.
  return { path: findSettingPath(key), value: key.startsWith('CLAUDE_') ? String(value) : value }
}

function listSizeSettings({ size }: AgentWays, at: NonNullable<Chosen['at']>): readonly AgentSetting[] {
  const named = buildAgentSettings(at.tokens, at.windowTokens)[size?.agent ?? ''] ?? {}
  return Object.entries(named).map(([key, value]) => ({ key, value }))
}

/** At what size the agent really condenses, and what else the setting does. */
function explainSize({ label, size }: AgentWays, at: NonNullable<Chosen['at']>): readonly string[] {
  const agent = size?.agent ?? ''
  const { tokens, windowTokens } = computeAgentSize(agent, at)
  const { autoCompactWindow } = buildAgentSettings(at.tokens, at.windowTokens)[agent] ?? {}
  return [
    useNotes.size(tokens, windowTokens),
    ...(autoCompactWindow === undefined
      ? []
      : [useNotes.belowSetting(label, 'autoCompactWindow', autoCompactWindow - tokens)]),
    ...(tokens < at.tokens ? [useNotes.noLater(label, tokens)] : []),
    ...(tokens > at.tokens ? [useNotes.noEarlier(label, tokens)] : []),
    ...(agent === 'opencode' ? [useNotes.inputLimit(label)] : []),
    ...(agent === 'pi' ? [useNotes.longerSummaries(label, at.windowTokens - at.tokens)] : []),
  ]
}

function toAgentSettings(key: string, value: unknown): readonly AgentSetting[] {
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
  return isPlain ? [{ key, value }] : []
}

function findLabel(id: string): string {
  return `${findArm(id)?.label ?? id} (${id})`
}
