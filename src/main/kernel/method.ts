import type { z } from 'zod'
import '../../shared/kernel/plain-issues.ts'
import type { Fidelity, PassMetrics, TraceStep, Warning } from '../../shared/condense/outcome-types.ts'
import type { RunProgress } from '../../shared/condense/run-types.ts'
import type { Figures } from '../../shared/kernel/figures.ts'
import type { Message } from '../../shared/kernel/message.ts'
import type { HistoryTag, Provenance } from '../../shared/kernel/provenance.ts'
import {
  settingsSchema,
  type Preset,
  type ProviderCapabilities,
  type Settings,
} from '../../shared/methods/provider-types.ts'
import type { CancelSignal } from './cancel-signal.ts'
import type { CondensingPrompts } from './condensing-prompts.ts'
import type { Conversation } from './conversation.ts'
import type { Spent, StatedCost } from './create-meter.ts'
import type { ArmCaller } from './external-arm.ts'
import type { LanguageModel } from './language-model.ts'
import type { Pin } from './pins/pin.ts'
import type { OwnTrigger, WindowLimits } from './policy/own-trigger.ts'
import type { EstimatorId } from './tokens/estimator.ts'

/** What a provider is given besides the conversation and its settings. */
export type MethodServices = {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** A new id, unique in the history; the same for the same run of a test. */
  readonly newId: () => string
  readonly onProgress: (progress: RunProgress) => void
  /** The model for summaries; the extractive one where none is set up. */
  readonly model: LanguageModel
  /** The model of a profile that settings name; `model` where there is none such. */
  readonly findModel: (profileId: string) => LanguageModel
  /** Prompts for conversations where settings have none. */
  readonly prompts: CondensingPrompts
  /** What the models of this run were paid so far. */
  readonly spent: () => Spent
  /** Takes what an external arm says that it cost; nobody measured it. */
  readonly charge: (cost: StatedCost) => void
  /** What runs external arms; absent where nothing may be run, as for an estimate. */
  readonly arms?: ArmCaller
  /** What the agent itself did; absent in dry runs of other histories. */
  readonly recorded?: {
    /** At this cut; null where it did not condense here. */
    readonly result: readonly Message[] | null
    /** How many messages of the file stood before each of its condensations. */
    readonly listCuts: () => readonly number[]
  }
  /** What a provider notes for its next condensation of the same task, as an agent does while it runs; absent where there is none. */
  readonly notes?: Set<string>
  /** Other providers, for those that are made of some. */
  readonly findMethod: FindMethod
}

/** The provider of an id, or undefined. */
export type FindMethod = (id: string) => Method | undefined

export type CondenseRequest = {
  readonly conversation: Conversation
  /** Where to stop, in tokens; null where the settings alone decide. */
  readonly targetTokens: number | null
  /** What has to stay as it is. The manager restores what a provider changes all the same. */
  readonly pins: readonly Pin[]
  readonly services: MethodServices
  readonly signal: CancelSignal
}

/** What a provider answers. Expected outcomes are values: a provider throws only on a bug of its own. */
export type MethodResult =
  | {
      readonly kind: 'condensed'
      /** Set on what an agent did: it stands as it is, and rules that it breaks are told. */
      readonly hasHappened?: true
      readonly messages: readonly Message[]
      readonly provenance: Provenance
      readonly passes: readonly PassMetrics[]
      readonly fidelity: Fidelity | null
      /** Set where an agent would hide the messages that are gone behind a mark instead of deleting them. */
      readonly tag?: HistoryTag
      readonly warnings: readonly Warning[]
      readonly trace?: readonly TraceStep[]
    }
  | { readonly kind: 'unchanged'; readonly reason: string; readonly trace?: readonly TraceStep[] }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly figures?: Figures | undefined
      readonly trace?: readonly TraceStep[]
    }

/** Messages at either end that a run with these settings promises to leave alone. */
export type KeptEnds = { readonly first: number; readonly last: number }

/** A condensation provider as its author writes it; `S` is the parsed form of its settings. */
export type MethodDefinition<S> = {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly version: string
  readonly capabilities: ProviderCapabilities
  /** Defaults, bounds, titles and descriptions: the form is drawn from it. */
  readonly settings: z.ZodType<S>
  /** The setting that takes the text of a prompt of the library, where there is one. */
  readonly promptSetting?: string
  /** Whether a run with these settings could ask with a default condensing prompt; where absent, whatever asks a model could. */
  readonly takesDefaultPrompt?: (settings: S) => boolean
  readonly presets: readonly Preset[]
  /** Present on what combines other providers. */
  readonly kind?: 'strategy'
  /** Profiles that the settings name, beside the one of the run; steps that are made of others ask them. */
  readonly collectProfiles?: (settings: S, find: FindMethod) => readonly string[]
  /** What the settings allow a run to cost at most, in US dollars; null for no limit of their own. */
  readonly readBudget?: (settings: S) => number | null
  /** What is wrong with the other providers that the settings name, with the place of each. */
  readonly findIssues?: (settings: S, find: FindMethod) => readonly SettingIssue[]
  /** When the agent whose way the settings describe condenses by itself; present on what describes agents. */
  readonly findOwnTrigger?: (settings: S) => OwnTriggerChoice | null
  /** Whether settings ask a model; what the capabilities say where it is left out. */
  readonly asksModel?: (settings: S) => boolean
  /** How a run with these settings asks for a summary; by a request of its own where this is absent. */
  readonly pickSummaryCall?: (settings: S) => SummaryCall
  readonly keptEnds: (settings: S) => KeptEnds
  readonly condense: (request: CondenseRequest, settings: S) => Promise<MethodResult>
}

/** Whether a summary is asked for by a request of its own, or by one that begins as those of the agent do. */
export type SummaryCall = 'fresh' | 'same-prefix'

/** A trigger with what it counts by and the limits that the settings name. */
export type OwnTriggerChoice = {
  readonly trigger: OwnTrigger
  readonly estimator: EstimatorId
  readonly limits: WindowLimits
}

export type SettingIssue = { readonly path: (string | number)[]; readonly message: string }

/** A method with complete settings, ready to run: what every choice of a method becomes. */
export type ResolvedMethod = {
  readonly method: Method
  /** Parsed, defaults included; JSON again. */
  readonly settings: Settings
  /** Profiles that the settings name, beside the one of the run. */
  readonly profiles: readonly string[]
  /** What the settings allow a run to cost at most, in US dollars; null for no limit of their own. */
  readonly maxCostUsd: number | null
  readonly takesDefaultPrompt: boolean
  readonly keptEnds: KeptEnds
  /** Null where the settings describe no agent that condenses by itself. */
  readonly ownTrigger: OwnTriggerChoice | null
  /** False where no model is asked whatever the history is. */
  readonly mayAskModel: boolean
  readonly summaryCall: SummaryCall
  readonly condense: (request: CondenseRequest) => Promise<MethodResult>
}

/** A method as the rest of the engine sees it: settings are JSON until `bind` has parsed them. */
export type Method = Pick<
  MethodDefinition<unknown>,
  | 'id'
  | 'label'
  | 'description'
  | 'version'
  | 'capabilities'
  | 'settings'
  | 'promptSetting'
  | 'presets'
  | 'kind'
> & {
  /**
   * `find` looks up the methods that the settings name. Issues with those are there even where it is ok: such a method
   * runs, and its step fails. Whoever takes settings from a person refuses them.
   */
  readonly bind: (
    settings: unknown,
    find: FindMethod,
  ) => { readonly issues: readonly SettingIssue[] } & (
    | { readonly ok: true; readonly resolved: ResolvedMethod }
    | { readonly ok: false }
  )
}

/** Hides the settings type of a definition, so that methods of all kinds fit one list. */
export function defineMethod<S>(definition: MethodDefinition<S>): Method {
  const method: Method = {
    ...definition,
    bind: (raw, find) => {
      const parsed = definition.settings.safeParse(raw)
      if (!parsed.success) {
        const issues = parsed.error.issues.map(({ path, message }) => ({
          path: path.map((key) => (typeof key === 'number' ? key : String(key))),
          message,
        }))
        return { ok: false, issues }
      }
      const settings = parsed.data
      const { usesModel } = definition.capabilities
      return {
        ok: true,
        issues: definition.findIssues?.(settings, find) ?? [],
        resolved: {
          method,
          settings: settingsSchema.parse(settings),
          profiles: definition.collectProfiles?.(settings, find) ?? [],
          maxCostUsd: definition.readBudget?.(settings) ?? null,
          takesDefaultPrompt: usesModel && (definition.takesDefaultPrompt?.(settings) ?? true),
          keptEnds: definition.keptEnds(settings),
          ownTrigger: definition.findOwnTrigger?.(settings) ?? null,
          mayAskModel: definition.asksModel?.(settings) ?? usesModel,
          summaryCall: definition.pickSummaryCall?.(settings) ?? 'fresh',
          condense: (request) => definition.condense(request, settings),
        },
      }
    },
  }
  return method
}
