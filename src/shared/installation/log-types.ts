import { z } from 'zod'

/** From the fewest entries to the most. */
export const logLevels = ['off', 'error', 'warn', 'info', 'debug'] as const
export const logLevelSchema = z.enum(logLevels)
export type LogLevel = z.infer<typeof logLevelSchema>
export type EntryLevel = Exclude<LogLevel, 'off'>

/**
 * What an entry may say: ids, codes, paths and figures. There is no field for a text, so that no message, prompt or key
 * gets into the log. Times in milliseconds, money in US dollars.
 */
export type LogFields = Readonly<
  Partial<{
    version: string
    platform: string
    node: string
    folder: string
    path: string
    /** Of the API, as `runs.start`. */
    method: string
    code: string
    status: string | number
    from: number
    to: number
    runId: string
    taskId: string
    experimentId: string
    provider: string
    preset: string | null
    profile: string | null
    prompt: string | null
    isAutomatic: boolean
    ms: number
    tokensBefore: number
    tokensAfter: number
    inputTokens: number
    outputTokens: number
    cacheReadTokens: number
    cacheWriteTokens: number
    costUsd: number | null
    calls: number
    cacheHits: number
    tasks: number
    cells: number
    /** Kind of an error that nobody expected, and where in the program it came from. */
    error: string
    frames: string
  }>
>

type Write = (event: string, fields?: LogFields) => void

/** The log of a process. Writing never throws and never waits. */
export type Log = Readonly<Record<EntryLevel, Write>>

const writeNowhere: Write = () => undefined
/** Keeps nothing. */
export const noLog: Log = { error: writeNowhere, warn: writeNowhere, info: writeNowhere, debug: writeNowhere }

/** An entry as it is read: time in milliseconds since 1970, and whatever fields it was written with. */
export const logEntrySchema = z.looseObject({
  time: z.number(),
  level: z.enum(['error', 'warn', 'info', 'debug']),
  event: z.string(),
  pid: z.number(),
  door: z.string(),
})
export type LogEntry = Readonly<z.infer<typeof logEntrySchema>>
