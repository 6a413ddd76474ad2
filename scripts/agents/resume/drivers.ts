import { join } from 'node:path'
import type { Item } from '../../../src/main/agents/testing/wire-items.ts'
import type { Stage } from '../agent.ts'
import { withAppServer } from '../drivers/codex.ts'
import { oneFile } from '../drivers/one-file.ts'
import { waitUntil } from '../process.ts'
import { recordsOf } from '../server/protocol.ts'
import { openTerminal } from '../terminal.ts'
import type { ResumeDriver } from './resume-agent.ts'

const startsAs =
  (role: string, pattern: RegExp) =>
  ([kind, text]: Item): boolean =>
    kind === role && pattern.test(text ?? '')

const rules = {
  reason: 'rules and surroundings',
  fits: startsAs('user', /^\s*(?:<[a-z_]+(?: instructions)?>|# AGENTS|<session_context>)/),
}

const openCodeList = async (stage: Stage): Promise<string> =>
  (await stage.run('session', 'list', '--format', 'json')).output

const clineOptions = ({ project }: Stage): readonly string[] =>
  `-P openai-compatible -m m -c ${project}`.split(' ')

const piOptions = ['--offline', '--provider', 'scripted', '--model', 'm']
const geminiOptions = ['--skip-trust', '-y', '-m', 'gemini-2.5-pro']

/** How each agent goes on with a copy, by the id of the agent. */
export const resumeDrivers: Readonly<Record<string, ResumeDriver>> = {
  codex: {
    format: 'codex',
    async begin(stage, prompt) {
      await stage.run('exec', '--skip-git-repo-check', prompt)
      return oneFile(join(stage.home, '.codex/sessions'), /rollout-.*\.jsonl$/)
    },
    list: (stage) =>
      withAppServer(stage, async ({ call }) =>
        JSON.stringify(await call('thread/list', { cwd: stage.project })),
      ),
    goOn: (stage, { sessionId }, prompt) => stage.run('exec', 'resume', sessionId, prompt),
    // It refuses a session of another provider than that of its settings.
    asOwn: (text) => text.replace(/"model_provider":\s*"[^"]*"/, '"model_provider":"scripted"'),
    adds: [rules],
  },
  qwen: {
    format: 'qwen-code',
    async begin(stage, prompt) {
      await stage.run('-y', '-p', prompt)
      return oneFile(join(stage.home, '.qwen/projects'), /chats[\\/][-0-9a-f]{36}\.jsonl$/)
    },
    list: async (stage) => (await stage.run('sessions', 'list', '--json')).output,
    goOn: (stage, { sessionId }, prompt) => stage.run('-y', '--resume', sessionId, '-p', prompt),
    adds: [rules],
  },
  gemini: {
    format: 'gemini-cli',
    async begin(stage, prompt) {
      await stage.run(...geminiOptions, '-p', prompt)
      const file = oneFile(join(stage.home, '.gemini/tmp'), /chats[\\/]session-.*\.jsonl$/)
      // It takes thirty calls in one turn for a loop, and ends the turn.
      await stage.run(...geminiOptions, '-r', 'latest', '-p', 'Go on.')
      return file
    },
    list: async (stage) => (await stage.run(...geminiOptions, '--list-sessions')).output,
    goOn: (stage, { path }, prompt) => stage.run(...geminiOptions, '--session-file', path, '-p', prompt),
    adds: [rules],
    once: (items) =>
      items.filter(
        (item, at) => item[0] !== 'result' || JSON.stringify(item) !== JSON.stringify(items[at - 1]),
      ),
  },
  opencode: {
    format: 'opencode',
    async begin(stage, prompt) {
      await stage.run('run', '--auto', prompt)
      const sessions: unknown = JSON.parse(await openCodeList(stage))
      const [session] = recordsOf(sessions)
      return `${join(stage.home, '.local/share/opencode/opencode.db')}#${String(session?.['id'])}`
    },
    take: (stage, { path }) => stage.run('import', path),
    list: openCodeList,
    goOn: (stage, { sessionId }, prompt) => stage.run('run', '--auto', '-s', sessionId, prompt),
    // It sends the reasoning of another model as text.
    asOwn: (text) =>
      text
        .replaceAll(/"providerID": "[^"]*"/g, '"providerID": "scripted"')
        .replaceAll(/"modelID": "[^"]*"/g, '"modelID": "m"'),
    // It quotes arguments that have spaces.
    says: (prompt) => `"${prompt}"`,
    adds: [],
  },
  cline: {
    format: 'cline-sdk',
    async begin(stage, prompt) {
      try {
        await stage.run(...clineOptions(stage), prompt)
        return oneFile(join(stage.home, '.cline/data/sessions'), /\.messages\.json$/)
      } finally {
        await stage.run('hub', 'stop')
      }
    },
    list: async (stage) => (await stage.run('history', '--json')).output,
    async goOn(stage, { sessionId }, prompt) {
      const { command, place, terminals, count } = stage
      const terminal = openTerminal(terminals, [...command, ...clineOptions(stage), '--id', sessionId], place)
      try {
        await terminal.settle(3000, 60_000)
        const wanted = count('turn') + 1
        await terminal.enter(prompt)
        if (!(await waitUntil(() => count('turn') >= wanted, 60_000)))
          throw new Error(`its terminal took no prompt: ${terminal.written().slice(-300)}`)
      } finally {
        await terminal.end()
        // It starts a process of its own for other clients, which stays when everything has ended.
        await stage.run('hub', 'stop')
      }
    },
    adds: [],
  },
  pi: {
    format: 'pi',
    async begin(stage, prompt) {
      await stage.run(...piOptions, '-p', prompt)
      return oneFile(join(stage.home, '.pi/agent/sessions'), /\.jsonl$/)
    },
    // It lists sessions in a terminal alone, by their names.
    async list({ command, place, terminals }) {
      const terminal = openTerminal(terminals, [...command, ...piOptions, '--resume'], place)
      try {
        await terminal.settle(3000, 60_000)
        return terminal.written()
      } finally {
        await terminal.end()
      }
    },
    goOn: (stage, { path }, prompt) => stage.run(...piOptions, '--session', path, '-p', prompt),
    asOwn: (text) =>
      text.replaceAll(
        /"api":"[^"]*","provider":"[^"]*","model":"[^"]*"/g,
        '"api":"openai-completions","provider":"scripted","model":"m"',
      ),
    // What it says in the place of a picture that the model cannot see.
    once: (items) =>
      items.map(([kind = '', id = '', ...text]) => [
        kind,
        id,
        ...text.map((one) => (kind === 'result' && one === '(see attached image)' ? '' : one)),
      ]),
    adds: [],
  },
}
