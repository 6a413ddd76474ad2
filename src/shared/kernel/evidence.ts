import { z } from 'zod'
import { billPartsSchema } from '../models/pricing-types.ts'
import { factClassIdSchema, factSchema, placeSchema } from './fact.ts'
import { partKindSchema } from './part.ts'
import { invariantRuleSchema, violationSchema } from './violation.ts'

/** A fact, and where the condensed context states it; empty where it is lost. */
export const factFateSchema = z.object({ fact: factSchema, now: z.array(placeSchema).readonly() })
export type FactFate = Readonly<z.infer<typeof factFateSchema>>

const atSchema = placeSchema.pick({ messageIndex: true, partIndex: true })

/** A fact that the continuation uses, and where it first does; counted from the cut. Absent in what older versions kept. */
export const usedFactFateSchema = factFateSchema.extend({ used: atSchema.optional() })
export type UsedFactFate = Readonly<z.infer<typeof usedFactFateSchema>>

/** Something that tool calls did, and where the condensed context still says so. */
export const artifactFateSchema = z.object({
  /** A path, or the first line of a command. */
  name: z.string(),
  /** What was done, in order of first occurrence; a file may be read and then edited. */
  acts: z.array(z.string()).readonly(),
  /** Messages of the source in which it was done. */
  messageIndices: z.array(z.int()).readonly(),
  now: z.array(placeSchema).readonly(),
})
export type ArtifactFate = Readonly<z.infer<typeof artifactFateSchema>>

export const stateSchema = z.enum(['done', 'deleted', 'failed', 'open'])

/** What has become of something by the tool calls of the source, and what the context says of it. */
export const statementFateSchema = z.object({
  subject: z.enum(['file', 'command', 'to-do']),
  /** A path, the first line of a command, or an item of a to-do list. */
  name: z.string(),
  state: stateSchema,
  /** Message of the source with the call that it comes from. */
  messageIndex: z.int(),
  /** The last state that the context gives it; null where it gives none. */
  said: stateSchema.nullable(),
  /** `mixed`: the same state and another one, or neither says that it is done. `other`: another state alone. */
  verdict: z.enum(['right', 'silent', 'mixed', 'other']),
  /** Where the context says so; null where it does not. */
  place: placeSchema.nullable(),
})
export type StatementFate = Readonly<z.infer<typeof statementFateSchema>>

/** Something that the user or a tool said and that a context is to keep. */
export const keptItemSchema = z.object({
  kind: z.enum(['rule', 'value', 'error']),
  text: z.string(),
  /** Message of the source that says it. */
  messageIndex: z.int(),
  /** Where the context still says it; null where it does not. */
  place: placeSchema.nullable(),
})
export type KeptItem = Readonly<z.infer<typeof keptItemSchema>>

export const tokenRowSchema = z.object({ kind: partKindSchema, before: z.int(), after: z.int() })
export type TokenRow = Readonly<z.infer<typeof tokenRowSchema>>

export const ruleRowSchema = z.object({
  rule: invariantRuleSchema,
  violations: z.array(violationSchema).readonly(),
})
export type RuleRow = Readonly<z.infer<typeof ruleRowSchema>>

/** A question to a model in the course of a measurement, with the answer as it came. */
export const rawAnswerSchema = z.object({
  /** What the question was for: `questions`, `answers`, `grades`, `first order`, `full context` and the like. */
  label: z.string(),
  model: z.string(),
  profileId: z.string(),
  /** Id and version of the prompt that was used, such as `probe-grade@1`. */
  prompt: z.string(),
  text: z.string(),
})
export type RawAnswer = Readonly<z.infer<typeof rawAnswerSchema>>

export const probeClasses = ['recall', 'artifact', 'continuation', 'decision'] as const
export const probeClassSchema = z.enum(probeClasses)
export type ProbeClass = z.infer<typeof probeClassSchema>

export const gradeDimensions = [
  'accuracy',
  'context-awareness',
  'artifact-trail',
  'completeness',
  'continuity',
  'instruction-following',
] as const
export const gradeDimensionSchema = z.enum(gradeDimensions)
export type GradeDimension = z.infer<typeof gradeDimensionSchema>

/** A question about the source that was answered from the condensed context alone. Grades are 0 to 5. */
export const probeSchema = z.object({
  probeClass: probeClassSchema,
  question: z.string(),
  /** What the source says. */
  reference: z.string(),
  answer: z.string(),
  grades: z.record(gradeDimensionSchema, z.number()),
  comment: z.string(),
})
export type Probe = Readonly<z.infer<typeof probeSchema>>

/** The probes answered from something else than a condensed context, and graded in the same way. */
export const probeControlSchema = z.object({
  /** `full`: the whole source, the ceiling; `nothing`: no context at all, the floor. */
  from: z.enum(['full', 'nothing']),
  /** Mean grade of each probe; in the order of the probes. */
  grades: z.array(z.number()).readonly(),
  /** In the same order. */
  given: z.array(z.string()).readonly(),
})
export type ProbeControl = Readonly<z.infer<typeof probeControlSchema>>

/** A tool call that a model proposed as its next step. */
export const proposedActionSchema = z.object({
  tool: z.string().nullable(),
  input: z.string(),
  text: z.string(),
})
export type ProposedAction = Readonly<z.infer<typeof proposedActionSchema>>

/** An earlier tool result that the continuation writes lines of, and what of it the context no longer holds. */
export const reReadResultSchema = z.object({
  stood: placeSchema,
  tool: z.string(),
  /** The beginning of the call that it answers; empty where the source holds none. */
  call: z.string(),
  path: z.string().nullable(),
  /** Of the whole result, and of its call. */
  tokens: z.number(),
  callTokens: z.number(),
  /** Of the lines that are missing and those around them. */
  missingTokens: z.number(),
  /** Lines that the continuation writes, and those of them that the context no longer holds. */
  lines: z.int(),
  missingLines: z.int(),
  /** The first line that is missing, else the first that is used. */
  line: z.string(),
  /** Where the continuation writes it; counted from the cut. */
  used: atSchema,
  /** Where the context has it; null where one of the lines is missing. */
  now: placeSchema.nullable(),
})
export type ReReadResult = Readonly<z.infer<typeof reReadResultSchema>>

/** Something that the assistant wrote after the cut; the message counts from the cut. */
export const nextActionSchema = z.object({ place: placeSchema, tool: z.string().nullable() })
export type NextAction = Readonly<z.infer<typeof nextActionSchema>>

/** Two words that the continuation takes from the history, and where the context has them close to one another. */
export const linkFateSchema = z.object({
  words: z.tuple([z.string(), z.string()]).readonly(),
  stood: placeSchema,
  /** Where the continuation writes them; counted from the cut. */
  used: atSchema,
  now: placeSchema.nullable(),
})
export type LinkFate = Readonly<z.infer<typeof linkFateSchema>>
export const resumeFindingSchema = z.discriminatedUnion('kind', [
  /** Reads a file that the full context shows: read or written last at `messageIndex`. */
  z.object({ kind: z.literal('re-read'), path: z.string(), messageIndex: z.int() }),
  /** Runs a command again with no change of a file since, or makes the very same edit again. */
  z.object({ kind: z.literal('repeat'), what: z.string(), messageIndex: z.int() }),
  /** Does what a sentence of the user forbids. */
  z.object({ kind: z.literal('contradiction'), target: z.string(), rule: z.string() }),
])
export type ResumeFinding = Readonly<z.infer<typeof resumeFindingSchema>>

/** A next action that a model took, whose result came from the record where the same call was found there. */
export const resumedStepSchema = z.object({
  action: proposedActionSchema,
  /** Where the result is from; `none` ends the steps. */
  result: z.enum(['continuation', 'history', 'none']),
  findings: z.array(resumeFindingSchema).readonly(),
})
export type ResumedStep = Readonly<z.infer<typeof resumedStepSchema>>

/** What the user forbids and is looked for: a command, or changes of a file or folder. */
export const banSchema = z.object({ rule: z.string(), kind: z.enum(['command', 'path']), target: z.string() })
export type Ban = Readonly<z.infer<typeof banSchema>>

/** What was left out for the window of the model that was asked, and what else is to be known of its answers; sentences. */
const notesSchema = z.array(z.string()).readonly()
const askedSchemas = { answers: z.array(rawAnswerSchema).readonly(), notes: notesSchema }

/** What a number rests on: data for a screen to show, never text to be read out of. */
export const evidenceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tokens'), rows: z.array(tokenRowSchema).readonly() }),
  z.object({ kind: z.literal('rules'), rows: z.array(ruleRowSchema).readonly() }),
  z.object({ kind: z.literal('facts'), facts: z.array(factFateSchema).readonly() }),
  z.object({
    kind: z.literal('continuation'),
    facts: z.array(usedFactFateSchema).readonly(),
    /** The same share for messages of the source chosen at random, as many tokens as the result has. */
    chance: z.number(),
    byClass: z.array(z.object({ classId: factClassIdSchema, used: z.int(), kept: z.int() })).readonly(),
  }),
  z.object({ kind: z.literal('statements'), statements: z.array(statementFateSchema).readonly() }),
  z.object({ kind: z.literal('kept'), items: z.array(keptItemSchema).readonly() }),
  z.object({
    kind: z.literal('artifacts'),
    artifacts: z.array(artifactFateSchema).readonly(),
    /** Files that the context names though nothing in the source knows them. */
    invented: z.array(z.object({ name: z.string(), now: z.array(placeSchema).readonly() })).readonly(),
  }),
  z.object({ kind: z.literal('re-reading'), results: z.array(reReadResultSchema).readonly() }),
  z.object({
    kind: z.literal('head-start'),
    actions: z.array(nextActionSchema).readonly(),
    /** What the actions take behind nothing, behind the context and behind the full history. */
    bits: z.object({ empty: z.number(), context: z.number(), full: z.number() }),
  }),
  z.object({
    kind: z.literal('links'),
    pairs: z.array(linkFateSchema).readonly(),
    /** Of the pairs that the context has, and the mean of those that its words have in any order. */
    share: z.number(),
    shuffled: z.number(),
  }),
  billPartsSchema.extend({ kind: z.literal('bill') }),
  z.object({
    kind: z.literal('measured'),
    /** What a sum is made of, such as passes, model calls and counting; empty where it was not split. */
    split: z.array(z.object({ label: z.string(), value: z.number() })).readonly(),
  }),
  z.object({
    kind: z.literal('probes'),
    probes: z.array(probeSchema).readonly(),
    /** Ceiling and floor, as far as they could be had; none in results of older versions. */
    controls: z.array(probeControlSchema).readonly().default([]),
    ...askedSchemas,
  }),
  z.object({
    kind: z.literal('pairwise'),
    /** Who was preferred when the candidate was shown first, and when it was shown second; none where nobody was asked. */
    verdicts: z.array(z.enum(['candidate', 'baseline', 'tie'])).readonly(),
    /** The two orders disagree, a tie against a preference included: the judge went by place. */
    isFlipped: z.boolean(),
    ...askedSchemas,
  }),
  z.object({
    kind: z.literal('next-action'),
    full: proposedActionSchema,
    condensed: proposedActionSchema,
    /** What the recorded task did next. */
    recorded: proposedActionSchema.nullable(),
    ...askedSchemas,
  }),
  z.object({
    kind: z.literal('resume'),
    full: z.array(resumedStepSchema).readonly(),
    condensed: z.array(resumedStepSchema).readonly(),
    /** All that was looked for as forbidden; empty where the user forbade nothing of the kind. */
    bans: z.array(banSchema).readonly(),
    ...askedSchemas,
  }),
])
export type Evidence = Readonly<z.infer<typeof evidenceSchema>>
