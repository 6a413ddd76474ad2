import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { formatIssueSentence } from '../../../../shared/kernel/describe-issue.ts'
import {
  inheritThreshold,
  modelProfileSchema,
  type ModelProfile,
  type ModelVendor,
} from '../../../../shared/models/model-profile-types.ts'
import {
  price,
  parseSeconds,
  parseThresholdOrInherit,
  parseTokens,
  parseWindowTokens,
} from '../../../terminal/arguments/numbers.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import type { CommonOptions } from '../../../terminal/context.ts'

/** By name here, as the list of the schema would load the schemas for every `--help`. */
const vendors: Readonly<Record<ModelVendor, true>> = {
  anthropic: true,
  openai: true,
  'openai-compatible': true,
  recorded: true,
}

/** Adds the options that make a profile. */
export function withProfileOptions(to: Command): Command {
  return (
    to
      .addOption(new Option('--vendor <vendor>', 'vendor of the model').choices(Object.keys(vendors)))
      .option('--model <id>', 'the model, as its vendor calls it')
      .option('--name <text>', 'name for people (default: the id)')
      .option(
        '--base-url <url>',
        'address of the server, for compatible ones (an empty one for the vendor’s own)',
      )
      .addOption(
        new Option('--api <api>', 'which of OpenAI’s interfaces').choices(['chat-completions', 'responses']),
      )
      .option('--window <tokens>', 'context window', parseWindowTokens)
      .option('--max-output <tokens>', 'longest answer', parseTokens)
      .option('--images', 'the model takes images')
      .option('--no-images', 'the model takes no images')
      .option('--input-price <usd>', 'price per million tokens, instead of the known one', price)
      .option('--output-price <usd>', 'the same for output', price)
      .option('--cache-writes-price <usd>', 'the same for cache writes', price)
      .option('--cache-reads-price <usd>', 'the same for cache reads', price)
      .option('--prompt <prompt>', 'condensing prompt for summaries by it, or inherit')
      .option(
        '--threshold <percent>',
        'when its agent condenses, 5 to 100, or inherit',
        parseThresholdOrInherit,
      )
      .option('--key-variable <name>', 'environment variable with the key (an empty one for the usual one)')
      .option(
        '--confirm-key-variable',
        'the key in that variable is for this server, although its name says neither a vendor nor DEWPOINT_KEY_',
      )
      .option('--timeout <seconds>', 'longest wait without data', parseSeconds)
      .option('--recording <file>', 'recorded answers, with `--vendor recorded`')
      .option('--records <id>', 'profile that is asked for what the recording lacks')
      .addOption(
        new Option('--role <role>', 'what the profile is for').choices(['main', 'condensing', 'both']),
      )
      // Not offered, only caught: what is typed here ends up in the history of the shell.
      .addOption(new Option('--key [key]').hideHelp())
      .addOption(new Option('--api-key [key]').hideHelp())
  )
}

/** Options of `profiles add` and `profiles edit`; times in milliseconds, prices per million tokens. */
export type ProfileOptions = CommonOptions & {
  readonly vendor?: ModelVendor
  readonly model?: string
  readonly name?: string
  readonly baseUrl?: string
  readonly api?: ModelProfile['api']
  readonly window?: number
  readonly maxOutput?: number
  readonly images?: boolean
  readonly inputPrice?: number
  readonly outputPrice?: number
  readonly cacheWritesPrice?: number
  readonly cacheReadsPrice?: number
  readonly threshold?: number | 'inherit'
  readonly prompt?: string
  readonly keyVariable?: string
  readonly confirmKeyVariable?: boolean
  readonly timeout?: number
  readonly recording?: string
  readonly records?: string
  readonly role?: 'main' | 'condensing' | 'both'
  readonly key?: string | boolean
  readonly apiKey?: string | boolean
}

type ReadProfile = {
  readonly profile: ModelProfile
  /** What nobody said and was assumed; clauses such as `a window of 200,000 tokens (--window)`. */
  readonly assumed: readonly string[]
}

/** A new profile from the options, with what they leave out assumed. `folder` is what paths count from. */
export function buildNewProfile(id: string, options: ProfileOptions, folder: string): ReadProfile {
  const { vendor, model } = options
  if (vendor === undefined || model === undefined) {
    throw new CliFailure({
      message: `A new profile needs ${vendor === undefined ? '--vendor' : '--model'}.`,
      where: id,
      hint: 'See `dewpoint profiles add --help`.',
    })
  }
  const known = assumeModelLimits(model)
  const windowTokens = options.window ?? known.windowTokens
  // A window that was named may be smaller than the usual output.
  const maxOutputTokens = options.maxOutput ?? Math.min(known.maxOutputTokens, Math.ceil(windowTokens / 4))
  const supportsImages = options.images ?? known.supportsImages
  const limits = { windowTokens, maxOutputTokens, supportsImages }
  const assumed = [
    ...(options.window === undefined ? [`a window of ${count(windowTokens)} tokens (--window)`] : []),
    ...(options.maxOutput === undefined
      ? [`answers of up to ${count(maxOutputTokens)} tokens (--max-output)`]
      : []),
    ...(options.images === undefined
      ? [supportsImages ? 'that it takes images (--no-images)' : 'that it takes no images (--images)']
      : []),
  ]
  const draft = { id, name: id, ...limits, ...readProfileFields(options, null, folder) }
  return { profile: parse(draft), assumed }
}

/** A profile with the options over it. */
export function buildChangedProfile(
  before: ModelProfile,
  options: ProfileOptions,
  folder: string,
): ModelProfile {
  return parse({ ...before, ...readProfileFields(options, before, folder) })
}

/** The fields that the options name; unchecked. */
function readProfileFields(
  options: ProfileOptions,
  before: ModelProfile | null,
  folder: string,
): Readonly<Record<string, unknown>> {
  const prices = {
    input: options.inputPrice,
    output: options.outputPrice,
    cacheWrites: options.cacheWritesPrice,
    cacheReads: options.cacheReadsPrice,
  }
  return {
    ...omitUndefinedFields({
      vendor: options.vendor,
      model: options.model,
      name: options.name,
      api: options.api,
      windowTokens: options.window,
      maxOutputTokens: options.maxOutput,
      supportsImages: options.images,
      threshold: options.threshold === 'inherit' ? inheritThreshold : options.threshold,
      timeoutMs: options.timeout,
      condensingPrompt: options.prompt === 'inherit' || options.prompt === '' ? null : options.prompt,
      baseUrl: options.baseUrl === '' ? null : options.baseUrl,
      keyVariable: options.keyVariable === '' ? null : options.keyVariable,
    }),
    prices: { ...before?.prices, ...omitUndefinedFields(prices) },
    recording: resolveRecording(options, before, folder),
  }
}

/** Files are named from where the command is typed. */
function resolveRecording(
  { recording, records }: ProfileOptions,
  before: ModelProfile | null,
  folder: string,
): ModelProfile['recording'] {
  const file = recording === undefined ? before?.recording?.file : resolve(folder, recording)
  if (file === undefined && records !== undefined) {
    throw new CliFailure({
      message: '--records needs a recording to write to.',
      hint: 'Name it with --recording.',
    })
  }
  if (file === undefined) return null
  return { file, profileId: records ?? before?.recording?.profileId ?? null }
}

function omitUndefinedFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const optionNames: Readonly<Record<string, string>> = {
  id: 'The id',
  windowTokens: '--window',
  maxOutputTokens: '--max-output',
  keyVariable: '--key-variable',
  baseUrl: '--base-url',
  timeoutMs: '--timeout',
  supportsImages: '--images',
}

function parse(draft: Readonly<Record<string, unknown>>): ModelProfile {
  const parsed = modelProfileSchema.safeParse(draft)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = String(issue?.path[0] ?? '')
  const name = optionNames[field] ?? `--${field}`
  throw new CliFailure({
    message: issue === undefined ? name : formatIssueSentence({ ...issue, path: [name] }),
    hint: 'See `dewpoint profiles add --help`.',
  })
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** Sizes in tokens. */
type ModelLimits = {
  readonly windowTokens: number
  readonly maxOutputTokens: number
  readonly supportsImages: boolean
}

/**
 * What vendors say of their models, as of late 2026; the first pattern that fits counts. The output of Claude is what
 * agents ask for, far below what it can.
 */
const families: readonly (readonly [RegExp, ModelLimits])[] = [
  [/claude/, { windowTokens: 200_000, maxOutputTokens: 8192, supportsImages: true }],
  [/gpt-5/, { windowTokens: 400_000, maxOutputTokens: 128_000, supportsImages: true }],
  [/gpt-4\.1/, { windowTokens: 1_047_576, maxOutputTokens: 32_768, supportsImages: true }],
  [/gpt-4o/, { windowTokens: 128_000, maxOutputTokens: 16_384, supportsImages: true }],
  [/(?:^|\/)o[134](?:-|$)/, { windowTokens: 200_000, maxOutputTokens: 100_000, supportsImages: true }],
  [/gemini-(?:2\.5|3)/, { windowTokens: 1_048_576, maxOutputTokens: 65_536, supportsImages: true }],
  [/deepseek/, { windowTokens: 128_000, maxOutputTokens: 8192, supportsImages: false }],
]

/** Small enough for most servers of one's own. */
const unknownModel: ModelLimits = { windowTokens: 32_768, maxOutputTokens: 4096, supportsImages: false }

/** What to assume of a model where nobody says anything. */
export function assumeModelLimits(model: string): ModelLimits {
  const name = model.toLowerCase()
  return families.find(([pattern]) => pattern.test(name))?.[1] ?? unknownModel
}
