import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { vendorFailure, vendorIdle, vendorWarning } from '../../../shared/kernel/words/vendor-compaction.ts'
import { askModel } from '../../kernel/ask-model.ts'
import { readCompacted, type Compaction } from '../../kernel/compaction.ts'
import { reviseConversation } from '../../kernel/conversation.ts'
import { isThinking } from '../../kernel/history/blocks.ts'
import type { CompletionRequest } from '../../kernel/language-model.ts'
import {
  defineMethod,
  type CondenseRequest,
  type OwnTriggerChoice,
  type MethodResult,
} from '../../kernel/method.ts'
import { ownTriggerSchema } from '../../kernel/policy/own-trigger.ts'
import { findUnsendable } from './find-unsendable.ts'
import { selectPendingCall, readAnswer } from './read-answer.ts'
import {
  leastTriggerTokens,
  nameCompaction,
  passId,
  pickVendor,
  vendorPresets,
  vendorSettingsSchema,
  type Primitive,
  type VendorSettings,
} from './settings.ts'

/** Anthropic's tokenizer gave up to 1.3 times our count on real tasks; a history below the least by far is not sent. */
const countMargin = 1.35

/** A compaction by the vendor of the model itself. */
export const vendorMethod = defineMethod<VendorSettings>({
  id: 'vendor',
  label: 'Vendor',
  description: 'Compactions that Anthropic and OpenAI make themselves. Needs a profile of theirs with a key.',
  version: '1.0.0',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel: true,
    parallel: false,
    multiPass: false,
    fallback: false,
    speed: 'slow',
  },
  settings: vendorSettingsSchema,
  promptSetting: 'instructions',
  // The vendors have prompts of their own.
  takesDefaultPrompt: () => false,
  presets: vendorPresets,
  keptEnds: () => ({ first: 0, last: 0 }),
  findOwnTrigger: ({ primitive, triggerTokens }) =>
    primitive === 'anthropic-compact' ? buildOwnTrigger(triggerTokens) : null,
  condense,
})

function buildOwnTrigger(triggerTokens: number): OwnTriggerChoice {
  return {
    trigger: ownTriggerSchema.parse({ terms: [{ share: 0, plus: triggerTokens }] }),
    estimator: 'tokenizer',
    // The window plays no part in it.
    limits: { window: 200_000, maxOutput: null, inputLimit: null },
  }
}

async function condense(request: CondenseRequest, settings: VendorSettings): Promise<MethodResult> {
  const { conversation, services } = request
  const { primitive } = settings
  const name = nameCompaction(primitive)
  const { supportsImages, label } = services.model.info
  const obstacle = findObstacle(request, primitive)
  if (obstacle !== null) return obstacle
  const { leftOut, asText, sealed } = findUnsendable(selectSentMessages(conversation.messages), {
    ...settings,
    supportsImages,
  })
  if (sealed > 0)
    return { kind: 'failed', ...vendorFailure('vendor-sealed-history', { primitive: name, count: sealed }) }
  const started = services.now()
  services.onProgress({ stage: passId, label: name, done: 0, total: 1 })
  const answer = await askModel(services.model, buildVendorRequest(request, settings), () => undefined)
  if (answer.failure !== null)
    return { kind: 'failed', code: answer.failure.code, message: answer.failure.message }
  if (answer.stopped === 'refused')
    return { kind: 'failed', ...vendorFailure('vendor-refused', { model: label }) }
  const compacted = readCompacted(answer.text)
  if (compacted === null) return { kind: 'failed', ...vendorFailure('vendor-unreadable', { model: label }) }
  const made = readAnswer(conversation, compacted, { primitive, model: label })
  if (!made.ok) return made.result
  const messages = made.entries.map(({ message }) => message)
  return {
    kind: 'condensed',
    messages,
    provenance: made.provenance,
    passes: [
      {
        id: passId,
        label: `${name} by ${label}`,
        tokensBefore: conversation.totalTokens,
        tokensAfter: reviseConversation(conversation, messages).totalTokens,
        durationMs: services.now() - started,
        operations: { summarised: made.gone },
      },
    ],
    fidelity: null,
    warnings: [
      ...made.warnings,
      ...(leftOut.length === 0 ? [] : [vendorWarning('vendor-left-out', { primitive: name, what: leftOut })]),
      ...(asText.length === 0 ? [] : [vendorWarning('vendor-as-text', { primitive: name, what: asText })]),
    ],
  }
}

/** Why nobody is asked; null where the vendor can be. */
function findObstacle(
  { conversation, services }: CondenseRequest,
  primitive: Primitive,
): Extract<MethodResult, { kind: 'unchanged' | 'failed' }> | null {
  const tokens = conversation.totalTokens
  const named = { primitive: nameCompaction(primitive) }
  if (services.model.info.isExtractive) {
    const figures = { ...named, vendor: pickVendor(primitive) }
    return { kind: 'failed', ...vendorFailure('vendor-needs-key', figures) }
  }
  if (selectSentMessages(conversation.messages).length < 2)
    return { kind: 'unchanged', reason: vendorIdle('vendor-nothing-to-send', named).message }
  if (primitive !== 'anthropic-compact' || tokens * countMargin >= leastTriggerTokens) return null
  const figures = { ...named, tokens, minimumTokens: leastTriggerTokens }
  return { kind: 'unchanged', reason: vendorIdle('vendor-below-minimum', figures).message }
}

/** Calls that wait for their results are not sent: vendors refuse them, and their results need them. */
function selectSentMessages(messages: readonly Message[]): readonly Message[] {
  return messages.slice(0, messages.length - selectPendingCall(messages).length)
}

function buildVendorRequest(
  { conversation, services, signal }: CondenseRequest,
  settings: VendorSettings,
): CompletionRequest {
  const { primitive, maxOutputTokens, sendsThinking } = settings
  const { info } = services.model
  return {
    purpose: 'conversation',
    label: nameCompaction(primitive),
    compaction: buildCompaction(settings),
    system: '',
    messages: selectSentMessages(conversation.messages).map(({ role, content }) => ({
      role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
      content:
        typeof content === 'string' || sendsThinking
          ? content
          : content.filter((block) => !isThinking(block)),
    })),
    // OpenAI takes no limit: the model's own is the most that it can write.
    maxTokens:
      primitive === 'openai-compact' ? info.maxOutputTokens : Math.min(maxOutputTokens, info.maxOutputTokens),
    inputTokens: conversation.totalTokens,
    signal,
  }
}

function buildCompaction({ primitive, instructions, pauseAfterCompaction }: VendorSettings): Compaction {
  switch (primitive) {
    case 'anthropic-compact':
      // When to condense was decided before: the vendor is to do it now.
      return {
        kind: primitive,
        triggerTokens: leastTriggerTokens,
        pauses: pauseAfterCompaction,
        instructions,
      }
    case 'anthropic-summarize':
    case 'openai-compact':
      return { kind: primitive, instructions }
    default:
      return assertNever(primitive)
  }
}
