import type Anthropic from '@anthropic-ai/sdk'
import { noForm, useNotes } from '../../../../../shared/take-home/use-words.ts'
import { vendorSettingsSchema, type VendorSettings } from '../../../../methods/vendors/settings.ts'
import type { Chosen, NoForm, UseForm, UseTarget } from '../use-target.ts'
import { readClearing, type Clearing } from './clears-outputs.ts'

type Body = Pick<Anthropic.Beta.Messages.MessageCreateParamsNonStreaming, 'context_management' | 'compaction'>
type Edit = Anthropic.Beta.Messages.BetaClearToolUses20250919Edit

const label = 'Anthropic'
const editing = 'context-management-2025-06-27'

/** What goes into the body of a request to Anthropic's API. */
export const anthropic: UseTarget = {
  id: 'anthropic',
  label: 'Anthropic API',
  kind: 'vendor',
  buildForm: (chosen) =>
    chosen.arm.providerId === 'vendor'
      ? buildCompactionForm(chosen, vendorSettingsSchema.parse(chosen.settings))
      : buildClearingForm(chosen),
}

function buildClearingForm(chosen: Chosen): UseForm | NoForm {
  const clearing = readClearing(chosen)
  if (typeof clearing === 'string') return noForm.otherVendor(chosen.arm.label, label, clearing)
  const { keep, thinkingTurns, notes } = clearing
  const edits: NonNullable<Body['context_management']>['edits'] = [
    // Thinking goes first where both are cleared: the vendor asks for that order.
    ...(thinkingTurns === null ? [] : [buildThinkingEdit(thinkingTurns)]),
    ...(keep === null ? [] : [buildToolEdit(clearing, keep)]),
  ]
  return buildAnthropicForm(chosen, { context_management: { edits } }, editing, [
    ...(keep === null ? [] : [useNotes.vendorCounts]),
    ...notes,
  ])
}

function buildThinkingEdit(turns: number): Anthropic.Beta.Messages.BetaClearThinking20251015Edit {
  return { type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: Math.max(1, turns) } }
}

function buildToolEdit({ from, atLeast, exceptTools, inputsOf }: Clearing, keep: number): Edit {
  return {
    type: 'clear_tool_uses_20250919',
    trigger: { type: 'input_tokens', value: from ?? 1 },
    keep: { type: 'tool_uses', value: keep },
    ...(atLeast === 0 ? {} : { clear_at_least: { type: 'input_tokens', value: atLeast } }),
    ...(exceptTools.length === 0 ? {} : { exclude_tools: [...exceptTools] }),
    ...(inputsOf.length === 0 ? {} : { clear_tool_inputs: inputsOf.includes('*') ? true : [...inputsOf] }),
  }
}

function buildCompactionForm(chosen: Chosen, settings: VendorSettings): UseForm | NoForm {
  const { primitive, triggerTokens, instructions, pauseAfterCompaction } = settings
  const own = instructions === '' ? {} : { instructions }
  switch (primitive) {
    case 'anthropic-compact':
      return buildAnthropicForm(
        chosen,
        {
          context_management: {
            edits: [
              {
                type: 'compact_20260112',
                trigger: { type: 'input_tokens', value: chosen.at?.tokens ?? triggerTokens },
                pause_after_compaction: pauseAfterCompaction,
                ...own,
              },
            ],
          },
        },
        'compact-2026-01-12',
        [],
      )
    case 'anthropic-summarize':
      return buildAnthropicForm(
        chosen,
        { compaction: { type: 'summarize', ...own } },
        'compact-2026-09-04',
        [],
      )
    case 'openai-compact':
      return noForm.otherVendor(chosen.arm.label, label, 'OpenAI makes it.')
  }
}

function buildAnthropicForm({ at }: Chosen, body: Body, beta: string, notes: readonly string[]): UseForm {
  return {
    language: 'json',
    text: `${JSON.stringify(body, null, 2)}\n`,
    place: 'the body of POST /v1/messages',
    at,
    packages: ['@anthropic-ai/sdk'],
    notes: [useNotes.beta(beta), ...notes],
  }
}
