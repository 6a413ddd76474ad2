import { z } from 'zod'

/** How what goes is made ready for the summariser. */
export const inputSchema = z.strictObject({
  form: z.enum(['conversation', 'text']).default('conversation').meta({
    title: 'Form',
    description: 'The messages as they are, or tool calls and results written as text.',
  }),
  resultChars: z.int().min(0).max(10_000_000).default(0).meta({
    title: 'Longest tool result (characters)',
    description: '0 for no limit.',
  }),
  headShare: z.number().min(0).max(1).default(1).meta({ title: 'Share of the head' }),
  whole: z.boolean().default(false).meta({
    title: 'Old outputs whole',
    description: 'Where what goes fits into the window of the agent. Otherwise as they were cleared or cut.',
  }),
  dropThinking: z.boolean().default(false).meta({ title: 'Without thinking' }),
  media: z.enum(['keep', 'note']).default('note').meta({
    title: 'Images',
    description: 'Are sent where the model reads them, or named in a note.',
  }),
  overflow: z.enum(['parts', 'drop-oldest', 'drop-newest']).default('parts').meta({
    title: 'Where it is too long',
    description:
      'For the window of the summarising model: it is summarised in parts, or its oldest or newest messages are left out.',
  }),
  previous: z.enum(['update', 'message']).default('message').meta({
    title: 'Summary before',
    description: 'Is given to be updated, or stands among the messages.',
  }),
})

/** What stands for the messages that go. */
export const summarySchema = z.strictObject({
  kind: z.enum(['none', 'note', 'list', 'transcript', 'model']).default('none').meta({
    title: 'Stands for what goes',
    description:
      'Nothing, a note, a list of files and commands, a transcript of what was said and done in order, or a summary by a model. Only the last asks a model.',
  }),
  note: z.string().max(4000).default('Earlier messages were left out to free context.').meta({
    title: 'Note',
  }),
  sections: z.array(z.string().min(1).max(500)).max(40).default([]).meta({
    title: 'Sections',
    description: 'What the summary is asked for, in this order.',
  }),
  style: z.enum(['headings', 'numbered', 'xml', 'free']).default('headings').meta({
    title: 'Sections written as',
  }),
  scratchpad: z.boolean().default(false).meta({
    title: 'Private analysis first',
    description: 'The model thinks in a block of its own, which is taken out of the answer.',
  }),
  maxTokens: z.int().min(50).max(64_000).default(8000).meta({
    title: 'Longest summary (tokens)',
    description: 'Of a transcript as well. By a model, at most a quarter of its window.',
  }),
  verify: z.boolean().default(false).meta({
    title: 'Checked by a second call',
    description: 'Which compares the summary with the messages and mends it.',
  }),
  otherwise: z.enum(['fail', 'list']).default('fail').meta({
    title: 'Where the model fails',
    description: 'So does the run. Or all prompts stay, and lists of files and commands stand for the rest.',
  }),
  call: z.enum(['fresh', 'same-prefix']).default('fresh').meta({
    title: 'Is asked for',
    description:
      'By a request of its own, or by one that begins as the requests of the agent do, so that it reads their cache.',
  }),
  fileLists: z.boolean().default(false).meta({
    title: 'Files listed at the end',
    description: 'Those that were read and those that were changed, without a model.',
  }),
  textChars: z.int().min(20).max(1_000_000).default(600).meta({
    title: 'Longest text of a transcript (characters)',
    description: 'Of the user or the assistant. The middle of a longer one is left out.',
  }),
  listChars: z.int().min(20).max(10_000).default(100).meta({
    title: 'Longest entry of a list (characters)',
    description: 'And longest line of a call in a transcript.',
  }),
})
