import { aiSdkFormat } from './ai-sdk.ts'
import { anthropicFormat } from './anthropic.ts'
import type { ArmFormat } from './format.ts'
import { openAiChatFormat } from './openai-chat.ts'
import { openAiResponsesFormat } from './openai-responses.ts'

/** Formats that an arm may be given messages in, by the names of the contract. */
export const armFormats = {
  anthropic: anthropicFormat,
  'openai-chat': openAiChatFormat,
  'openai-responses': openAiResponsesFormat,
  'ai-sdk': aiSdkFormat,
} as const satisfies Readonly<Record<string, ArmFormat>>

export type ArmFormatId = keyof typeof armFormats

export const armFormatIds = ['anthropic', 'openai-chat', 'openai-responses', 'ai-sdk'] as const
