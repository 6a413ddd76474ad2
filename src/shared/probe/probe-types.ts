import { z } from 'zod'
import { verdictSchema } from '../condense/comparison-types.ts'
import { intervalSchema } from '../condense/comparison-types.ts'
import { taskFormatSchema } from '../library/task-types.ts'

/** The history as it was, where the window has room for it: the best that a method could leave. */
export const uncondensedId = 'uncondensed'
/** Forks of one method once more: what they differ by is noise. */
export const againId = 'again'

/** The experiment that a probe is kept as. */
export const buildProbeExperimentId = (probeId: string): string => `probe-${probeId}`

/** What one fork may take at most. */
export const probeLimitsSchema = z.object({
  /** Requests to the model. */
  turns: z.int().min(1).max(500).default(10),
  minutes: z.number().min(0.05).max(240).default(10),
  /** For all forks together, in US dollars; null for no limit. */
  budgetUsd: z.number().positive().nullable().default(null),
})
export type ProbeLimits = Readonly<z.infer<typeof probeLimitsSchema>>

/** Where a session is cut: after so many messages, or at a recorded condensation, by its number from 1. */
export const probeCutSchema = z.union([
  z.object({ recorded: z.int().min(1) }),
  z.object({ messages: z.int().min(1) }),
])

/** What an agent is asked at the end, and the value that a right answer has in it. */
export const probeQuestionSchema = z.object({ question: z.string().min(1), value: z.string().min(1) })
export type ProbeQuestion = Readonly<z.infer<typeof probeQuestionSchema>>

/** Questions of one fork at most. */
export const mostQuestions = 20

/** Sessions of one probe at most. */
export const mostProbedTasks = 50

/** What a person asks for. */
export const probeInputSchema = z.object({
  taskIds: z.array(z.string()).min(1).max(mostProbedTasks),
  /** Of each session; its last recorded condensation where the list is empty. */
  cuts: z.array(probeCutSchema).max(50),
  methods: z.array(z.string()).min(1).max(20),
  forks: z.int().min(1).max(20),
  /** One after the other; the next recorded prompt, or a standard one, where the list is empty. */
  prompts: z.array(z.string().min(1)).max(20),
  limits: probeLimitsSchema,
  /** The project, where it moved since; absolute. */
  workspace: z.string().optional(),
  /** What starts the agent, in the place of its name on PATH. */
  agentCommand: z.array(z.string().min(1)).optional(),
  /** What a shell runs in each workspace at the end; its exit code is the outcome. */
  outcome: z.string().min(1).optional(),
  /** Questions for the end of each fork: those of the person, or how many are made of what was needed after the cut. */
  questions: z
    .union([z.int().min(1).max(mostQuestions), z.array(probeQuestionSchema).min(1).max(mostQuestions)])
    .optional(),
  /** Whether an agent is run that is of another major version than the one that was tried. */
  anyVersion: z.boolean().optional(),
})
export type ProbeInput = Readonly<z.infer<typeof probeInputSchema>>

/** What a plan is asked for: one that is only looked at is made where the agent could not be started, too, and says so. */
export const probePlanInputSchema = probeInputSchema.extend({ isDryRun: z.boolean().default(false) })
export type ProbePlanInput = Readonly<z.infer<typeof probePlanInputSchema>>

/** What a copy of the workspace is made of. */
export const workspaceSourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('commit'),
    folder: z.string(),
    /** The repository that the folder lies in. */
    root: z.string(),
    commit: z.string(),
    /** Whether the session names the commit, or it is the last one before the cut. */
    from: z.enum(['session', 'time']),
    /** Files that the session had changed by then, which the commit may not hold. */
    changedBefore: z.int(),
  }),
  z.object({
    kind: z.literal('folder'),
    folder: z.string(),
    files: z.int(),
    bytes: z.int(),
    /** Names of folders that are not copied. */
    leftOut: z.array(z.string()),
  }),
])
export type WorkspaceSource = Readonly<z.infer<typeof workspaceSourceSchema>>

const probeMethodSchema = z.object({
  id: z.string(),
  label: z.string(),
  /** Tokens of the context that a fork begins with; null where the method failed. */
  tokens: z.int().nullable(),
  /** Why it is not played; null where it is. */
  why: z.string().nullable(),
})

/** A place in a session from which forks go on. */
export const plannedCutSchema = z.object({
  id: z.string(),
  taskId: z.string(),
  title: z.string(),
  format: taskFormatSchema,
  agent: z.string(),
  at: z.int(),
  /** Number of the recorded condensation at this very place; null where there is none. */
  recorded: z.int().nullable(),
  prompts: z.array(z.string()),
  promptFrom: z.enum(['record', 'given', 'standard']),
  /** Asked last, when the work is done; none where nobody wanted any. */
  questions: z.array(probeQuestionSchema),
  workspace: workspaceSourceSchema,
  methods: z.array(probeMethodSchema),
  /** The method that is played once more; null where none is. */
  twin: z.string().nullable(),
  /** What is started, with places for what differs from fork to fork. */
  commands: z.array(z.array(z.string())),
  program: z.array(z.string()),
  version: z.string().nullable(),
  triedWith: z.string().nullable(),
  estimateUsd: z.number().nullable(),
})
export type PlannedCut = Readonly<z.infer<typeof plannedCutSchema>>

export const plannedForkSchema = z.object({
  id: z.string(),
  cutId: z.string(),
  method: z.string(),
  /** From 1. */
  n: z.int(),
  estimateUsd: z.number().nullable(),
})
export type PlannedFork = Readonly<z.infer<typeof plannedForkSchema>>

/** What would be run, before anything is. The same input has the same ids. */
export const probePlanSchema = z.object({
  id: z.string(),
  cuts: z.array(plannedCutSchema),
  forks: z.array(plannedForkSchema),
  /** Forks that are finished already, and are not run again. */
  finished: z.int(),
  /** What those that are left cost at most, at the prices of the session; null where no price is known. */
  estimateUsd: z.number().nullable(),
  limits: probeLimitsSchema,
  outcome: z.string().nullable(),
  notes: z.array(z.string()),
})
export type ProbePlan = Readonly<z.infer<typeof probePlanSchema>>

/** Things with their names, and how many there are. */
const namedCountSchema = z.object({ count: z.int(), names: z.array(z.string()) })

/** What an agent did after a cut, as its own session tells. */
export const forkFiguresSchema = z.object({
  turns: z.int(),
  /** Of all turns; null where no price is known. */
  costUsd: z.number().nullable(),
  /** Of the first turn and the two after it. */
  firstTurnsUsd: z.number().nullable(),
  tokens: z.object({ input: z.int(), cacheReads: z.int(), cacheWrites: z.int(), output: z.int() }),
  /** Input of the first turn that no cache held. */
  firstWriteTokens: z.int(),
  /** What had been read or run before the cut and was read or run again. */
  again: namedCountSchema.extend({
    tokens: z.int(),
    /** Those that the context of the fork did not hold. */
    missing: z.int(),
  }),
  /** Changes that had been made before the cut and were made again. */
  repeated: namedCountSchema,
  /** Rules of the user that were broken. */
  broken: namedCountSchema,
  /** How often the agent condensed by itself. */
  condensed: z.int(),
})
export type ForkFigures = Readonly<z.infer<typeof forkFiguresSchema>>

/** What an agent answered at the end. It is no part of the figures. */
export const forkAnswersSchema = z.object({
  asked: z.int(),
  /** Answers with the value in them. */
  right: z.int(),
  /** Of these, those that it gave without a call of a tool: all of them, or none. */
  known: z.int(),
  /** Questions whose answer lacks the value. */
  wrong: z.array(z.string()),
  turns: z.int(),
  costUsd: z.number().nullable(),
})
export type ForkAnswers = Readonly<z.infer<typeof forkAnswersSchema>>

/** Why a fork ended. */
export const forkEnds = ['finished', 'turns', 'minutes', 'budget', 'failed'] as const

export const forkResultSchema = z.object({
  id: z.string(),
  cutId: z.string(),
  method: z.string(),
  n: z.int(),
  end: z.enum(forkEnds),
  /** The last words of an agent that failed; empty otherwise. */
  said: z.string(),
  seconds: z.number(),
  figures: forkFiguresSchema,
  /** Files that it changed: those that the recorded run changed too, others, and those that it did not. */
  files: z.object({ same: z.array(z.string()), other: z.array(z.string()), missing: z.array(z.string()) }),
  /** Null where it was asked nothing, or had ended before. */
  answers: forkAnswersSchema.nullable().default(null),
  /** Exit code of the outcome command; null where none was given, or it ran too long. */
  outcome: z.int().nullable(),
  /** Files of the person's own project that changed while it was at work: by the person, or by an agent that left its copy. */
  touched: z.array(z.string()).default([]),
  /** Where its workspace was kept; null where it was removed. */
  keptAt: z.string().nullable(),
})
export type ForkResult = Readonly<z.infer<typeof forkResultSchema>>

/** Figures that methods are compared by. */
export const probeFigures = ['cost', 'again', 'outcome'] as const

export const probeComparisonSchema = z.object({
  method: z.string(),
  against: z.string(),
  figure: z.enum(probeFigures),
  cuts: z.int(),
  /** Mean over cuts, of money the median: the method less the other; null without any. */
  difference: z.number().nullable(),
  interval: intervalSchema.nullable(),
  /** Null below five cuts: then it is only what was seen. */
  verdict: verdictSchema.nullable(),
})
export type ProbeComparison = Readonly<z.infer<typeof probeComparisonSchema>>

export const probeResultSchema = z.object({
  plan: probePlanSchema,
  forks: z.array(forkResultSchema),
  comparisons: z.array(probeComparisonSchema),
  /** Forks that were not run, and why; empty where all were. */
  stopped: z.string(),
  spentUsd: z.number().nullable(),
})
export type ProbeResult = Readonly<z.infer<typeof probeResultSchema>>
