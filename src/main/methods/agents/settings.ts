import { z } from 'zod'
import { ownTriggerSchema } from '../../kernel/policy/own-trigger.ts'
import { estimators } from '../../kernel/tokens/estimator.ts'
import { inputSchema, summarySchema } from './summary-settings.ts'

const tokens = z.int().min(0).max(10_000_000)
const share = z.number().min(0).max(1)

/** Tools by what they are for. */
export const toolKinds = [
  'read',
  'create',
  'write',
  'edit',
  'delete',
  'move',
  'run',
  'search',
  'plan',
  'ask',
  'delegate',
  'fetch',
  'other',
] as const

const outputsSchema = z.strictObject({
  mode: z.enum(['off', 'clear', 'cut']).default('off').meta({
    title: 'Old tool outputs',
    description: 'Clear: each is replaced by the placeholder. Cut: each keeps a head and a tail.',
  }),
  protectTokens: tokens.default(0).meta({
    title: 'Newest outputs left alone (tokens)',
    description: 'The one that passes the limit goes.',
  }),
  boundary: z.enum(['all-older', 'each']).default('all-older').meta({
    title: 'Past that limit',
    description: 'All older outputs go, or each one that does not fit any more.',
  }),
  protectResults: z
    .int()
    .min(0)
    .max(100_000)
    .default(0)
    .meta({ title: 'Newest outputs left alone (number)' }),
  protectTurns: z.int().min(0).max(1000).default(0).meta({
    title: 'Newest turns of the user left alone',
    description: 'A turn begins with a prompt.',
  }),
  protectReplies: z.int().min(0).max(1000).default(0).meta({
    title: 'Newest rounds left alone',
    description: 'A round is what goes to the model at once: results of the same answer.',
  }),
  minimumGain: tokens.default(0).meta({
    title: 'Minimum gain (tokens)',
    description: 'Nothing is done where the outputs that would go have fewer.',
  }),
  aboveChars: tokens.default(0).meta({
    title: 'Too many characters',
    description: 'Where outputs have more, the oldest go until few enough are left. 0 takes all that may go.',
  }),
  leaveChars: tokens.default(0).meta({ title: 'Characters left then' }),
  tools: z.array(z.enum(toolKinds)).max(toolKinds.length).default([]).meta({
    title: 'Only of these tools',
    description: 'All of them where the list is empty.',
  }),
  exceptTools: z.array(z.string().min(1).max(200)).max(200).default([]).meta({
    title: 'Never of these tools',
    description: 'By name.',
  }),
  keepErrors: z.boolean().default(false).meta({ title: 'Failed calls left alone' }),
  stopAtSummary: z.boolean().default(false).meta({
    title: 'Nothing before a summary',
    description: 'Outputs that stand before one are left alone.',
  }),
  placeholder: z.string().min(1).max(1000).default('[Old tool output cleared]').meta({
    title: 'Placeholder',
    description: '{lines}, {chars}, {tool} and {path} are filled in.',
  }),
  clearInputsOf: z.array(z.string().min(1).max(200)).max(200).default([]).meta({
    title: 'Inputs cleared as well',
    description: 'Tools by name whose calls lose their input with their output. * for all.',
  }),
  maxChars: z.int().min(0).max(10_000_000).default(2000).meta({
    title: 'Characters left of an output',
    description: 'For “cut”.',
  }),
  overChars: tokens.default(0).meta({
    title: 'Only outputs of more characters',
    description:
      'For “cut”: a shorter one stays whole although it has more than is left of others. 0 for none.',
  }),
  headShare: share
    .default(0.5)
    .meta({ title: 'Share of the head', description: 'For “cut”: the rest is the tail.' }),
  duplicateReads: z.boolean().default(false).meta({
    title: 'Earlier reads of a file replaced',
    description: 'By a note, where the file was read again later.',
  }),
  enoughShare: share.default(0).meta({
    title: 'Enough by itself at',
    description: 'Share of the characters. Nothing else is done where outputs give so much. 0 for never.',
  }),
  enoughBelowTrigger: z.boolean().default(false).meta({
    title: 'Enough by itself below the trigger',
    description: 'Nothing else is done where what is left no longer reaches the size of the own trigger.',
  }),
})

const keepSchema = z.strictObject({
  rule: z
    .enum(['all', 'nothing', 'tokens', 'characters', 'messages', 'turns', 'user-messages'])
    .default('all')
    .meta({
      title: 'What stays',
      description:
        'All: no message goes, outputs and thinking alone are changed. Tokens, characters, messages, turns: the newest. User messages: the newest prompts alone.',
    }),
  first: z.int().min(0).max(10_000).default(0).meta({ title: 'First messages kept' }),
  tokens: tokens.default(20_000).meta({
    title: 'Newest tokens',
    description: 'For “tokens” without a share, and for “user messages”, of which the last is cut.',
  }),
  share: share.default(0).meta({
    title: 'Newest share',
    description: 'Of the usable window, of all characters, or of all messages. 0 goes by the number.',
  }),
  shareOf: z.enum(['usable', 'window']).default('usable').meta({
    title: 'Share of',
    description: 'For “tokens”: of what the own trigger leaves of the window, or of all of it.',
  }),
  atLeast: tokens.default(0).meta({ title: 'Share at least (tokens)' }),
  atMost: tokens.default(10_000_000).meta({ title: 'Share at most (tokens)' }),
  count: z.int().min(0).max(100_000).default(20).meta({
    title: 'Newest messages or turns',
    description: 'For “messages” without a share, and for “turns”.',
  }),
  inPairs: z.boolean().default(false).meta({
    title: 'Messages go in pairs',
    description: 'For a share of the messages.',
  }),
  prompts: z.enum(['none', 'newest', 'all']).default('none').meta({
    title: 'Prompts kept beside',
    description: 'What the user typed before the part that stays. It counts in its size.',
  }),
  answers: z.enum(['none', 'last-of-turn', 'newest']).default('none').meta({
    title: 'Answers kept beside',
    description: 'Messages of the assistant without a call: the last of each turn, or the newest.',
  }),
  answerTokens: tokens.default(10_000).meta({ title: 'Newest answers (tokens)' }),
  surroundings: z.boolean().default(true).meta({
    title: 'Surroundings kept',
    description: 'Messages that the agent itself puts before the first prompt, such as its rules.',
  }),
})

const cutSchema = z.strictObject({
  at: z.enum(['prompt', 'prompt-or-assistant', 'split-turn', 'message']).default('prompt-or-assistant').meta({
    title: 'Cut at',
    description:
      'Never between a call and its result. Split turn: at a prompt or an answer. What a turn has before the cut gets a summary of its own.',
  }),
  fits: z.enum(['within', 'within-back', 'reaching', 'reaching-back']).default('within').meta({
    title: 'What stays is',
    description:
      'Within the size, or grows until it has reached it: then from the next cut on, or back to the one before. Within and back: what fits, and all before it back to a cut, whatever its size. The newest turn alone where that would be everything.',
  }),
  turns: z.boolean().default(false).meta({
    title: 'From the first prompt on',
    description: 'What stands before the first prompt never stays, and nothing does where all of it would.',
  }),
  newestPrompt: z.boolean().default(false).meta({
    title: 'Not behind the newest prompt',
    description: 'It stays with what follows, unless the history begins with it.',
  }),
  otherwise: z.enum(['last', 'nothing', 'nothing-when-complete']).default('nothing').meta({
    title: 'Where no cut fits',
    description:
      'The last possible cut, or nothing stays. Complete: nothing stays only where the assistant has answered.',
  }),
})

const layoutSchema = z.strictObject({
  place: z.enum(['first', 'acknowledged', 'answered', 'after-kept']).default('first').meta({
    title: 'Summary stands',
    description:
      'Where the first message that went stood, alone, with a short acknowledgement of the assistant or as its answer to a question. Or behind all that stays.',
  }),
  leadIn: z.string().max(4000).default('Summary of the conversation so far, which it replaces:').meta({
    title: 'Above the summary',
  }),
  followUp: z.string().max(4000).default('').meta({
    title: 'Message at the end',
    description: 'Tells the model to go on. Empty for nothing.',
  }),
})

const restoreSchema = z.strictObject({
  files: z.int().min(0).max(100).default(0).meta({
    title: 'Files put back',
    description: 'Those that were read or written last, from the history.',
  }),
  fileTokens: tokens.default(5000).meta({ title: 'Longest file (tokens)' }),
  totalTokens: tokens.default(50_000).meta({ title: 'All files (tokens)' }),
  longer: z.enum(['path', 'cut']).default('path').meta({
    title: 'A longer file',
    description: 'Is named by its path, or cut.',
  }),
  todo: z.boolean().default(false).meta({ title: 'To-do list put back' }),
  plan: z.boolean().default(false).meta({
    title: 'Plan put back',
    description: 'The last one that was put before the user.',
  }),
  skillTokens: tokens.default(0).meta({
    title: 'Skills put back (tokens each)',
    description: 'Instructions of skills that were called, the newest first, a longer one cut. 0 for none.',
  }),
  skillsTotalTokens: tokens.default(25_000).meta({ title: 'All skills (tokens)' }),
})

const guardsSchema = z.strictObject({
  rejectLarger: z.boolean().default(false).meta({
    title: 'Larger results refused',
    description: 'By the estimator.',
  }),
  afterRejection: z.enum(['again', 'outputs']).default('again').meta({
    title: 'After a refused result',
    description: 'The next condensation of a replay tries again, or changes outputs alone.',
  }),
  minimumProgress: share.default(0).meta({
    title: 'Minimum progress',
    description: 'Share of the messages that must go.',
  }),
})

/** Ways to condense put together from the rules that agents use (defaults, bounds and titles of the form). */
export const composedSettingsSchema = z.strictObject({
  window: z.int().min(1000).max(100_000_000).default(200_000).meta({
    title: 'Window (tokens)',
    description: 'Of the model that the agent runs on. A replay takes its own.',
  }),
  maxOutput: tokens
    .default(0)
    .meta({ title: 'Output limit (tokens)', description: '0 where it is unknown.' }),
  inputLimit: tokens
    .default(0)
    .meta({ title: 'Input limit (tokens)', description: '0 where there is none.' }),
  estimator: z.enum(estimators).default('tokenizer').meta({
    title: 'Estimator',
    description: 'How every rule counts tokens: exactly, or by characters or bytes as the agent does.',
  }),
  trigger: ownTriggerSchema.prefault({}).meta({
    title: 'Own trigger',
    description:
      'When the agent condenses by itself. Replays go by it. A run that is asked for condenses at once.',
  }),
  outputs: outputsSchema.prefault({}).meta({ title: 'Tool outputs' }),
  keepThinkingTurns: z.int().min(-1).max(100_000).default(-1).meta({
    title: 'Thinking kept of the newest answers',
    description: 'That of older ones goes. -1 keeps all.',
  }),
  keep: keepSchema.prefault({}).meta({ title: 'Keep' }),
  cut: cutSchema.prefault({}).meta({ title: 'Cut' }),
  input: inputSchema.prefault({}).meta({ title: 'What the summariser reads' }),
  summary: summarySchema.prefault({}).meta({ title: 'Summary' }),
  customPrompt: z.string().max(100_000).default('').meta({
    title: 'Prompt of your own',
    description: 'Takes the place of the prompt that is made of the sections.',
  }),
  layout: layoutSchema.prefault({}).meta({ title: 'Layout' }),
  restore: restoreSchema.prefault({}).meta({ title: 'Put back' }),
  guards: guardsSchema.prefault({}).meta({ title: 'Guards' }),
})
export type ComposedSettings = z.infer<typeof composedSettingsSchema>
