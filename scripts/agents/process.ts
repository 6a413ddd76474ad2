import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { recordOf } from './server/protocol.ts'

/** A program with its arguments. */
export type Command = readonly [program: string, ...args: string[]]

/** Where a program runs, with an environment that is given whole. */
export type Place = { readonly cwd: string; readonly env: Readonly<Record<string, string>> }

/** How a program ended: its code, null where it was ended or never started, and what it said. */
export type Ended = { readonly code: number | null; readonly output: string }

/** What was started and has not ended, which ends with this process at the latest. */
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach(endTree))

/** Runs a program to its end, at most so long, with everything that it has started. */
export async function runToEnd([program, ...args]: Command, place: Place, longestMs: number): Promise<Ended> {
  const child = noted(spawn(program, args, { ...placed(place), stdio: ['ignore', 'pipe', 'pipe'] }))
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  const timer = setTimeout(() => {
    chunks.push(`\nended after ${longestMs / 1000} s\n`)
    endTree(child)
  }, longestMs)
  try {
    return await new Promise((settle) => {
      child.on('error', (error) => settle({ code: null, output: error.message }))
      child.on('close', (code) => settle({ code, output: chunks.join('') }))
    })
  } finally {
    clearTimeout(timer)
  }
}

/** A program that is spoken to in lines of JSON. */
export type Conversation = {
  readonly send: (message: object) => void
  /** Waits for a message that fits; throws where none comes in time. */
  readonly until: (fits: (message: Message) => boolean, longestMs: number) => Promise<Message>
  readonly end: () => Promise<void>
}
type Message = Readonly<Record<string, unknown>>

/** Starts a program that reads and writes lines. */
export function converse([program, ...args]: Command, place: Place): Conversation {
  const child = noted(spawn(program, args, { ...placed(place), stdio: ['pipe', 'pipe', 'ignore'] }))
  const ended = new Promise<void>((settle) => child.on('close', () => settle()).on('error', () => settle()))
  // A program that has ended takes nothing more: what it was asked stays without an answer.
  child.stdin.on('error', () => undefined)
  const messages: Message[] = []
  createInterface({ input: child.stdout }).on('line', (line) => messages.push(messageIn(line)))
  let read = 0
  return {
    send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
    async until(fits, longestMs) {
      let found: Message | undefined
      await waitUntil(() => {
        const at = messages.findIndex((message, place) => place >= read && fits(message))
        read = at < 0 ? messages.length : at + 1
        found = messages[at]
        return found !== undefined
      }, longestMs)
      if (found === undefined) throw new Error(`no answer, and last ${JSON.stringify(messages.at(-1))}`)
      return found
    },
    async end() {
      child.stdin.end()
      const timer = setTimeout(() => endTree(child), 5000)
      await ended
      clearTimeout(timer)
    },
  }
}

/** A program that goes on until it is ended. */
export function startProgram([program, ...args]: Command, place: Place): { end: () => Promise<void> } {
  const child = noted(spawn(program, args, { ...placed(place), stdio: 'ignore' }))
  const ended = new Promise<void>((settle) => child.on('close', () => settle()).on('error', () => settle()))
  return {
    end: () => {
      endTree(child)
      return ended
    },
  }
}

/** Looks every tenth of a second whether something is so, at most so long; tells whether it came to be. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, longestMs: number): Promise<boolean> {
  const endMs = performance.now() + longestMs
  while (performance.now() < endMs) {
    // One look after the other.
    if (await isSo()) return true
    await new Promise((settle) => setTimeout(settle, 100))
  }
  return false
}

/** What a line says, and of anything but an object nothing. */
function messageIn(line: string): Message {
  try {
    return recordOf(JSON.parse(line))
  } catch {
    return {}
  }
}

/** A program leads a group of its own where there are groups, so that what it starts can be ended with it. */
function placed({ cwd, env }: Place): { cwd: string; env: Record<string, string>; detached: boolean } {
  return { cwd, env: { ...env }, detached: process.platform !== 'win32' }
}

function noted<Child extends ChildProcess>(child: Child): Child {
  running.add(child)
  child.on('exit', () => {
    running.delete(child)
    // What it has left running would keep its streams open.
    endTree(child)
  })
  return child
}

function endTree({ pid }: ChildProcess): void {
  if (pid === undefined) return
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}
