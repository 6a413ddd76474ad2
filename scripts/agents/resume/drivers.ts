import { join } from 'node:path'
import type { Item } from '../../../src/main/importers/testing/wire-items.ts'
import { oneFile } from '../drivers/one-file.ts'
import type { ResumeDriver } from './resume-agent.ts'

const startsAs =
  (role: string, pattern: RegExp) =>
  ([kind, text]: Item): boolean =>
    kind === role && pattern.test(text ?? '')

const rules = {
  reason: 'rules and surroundings',
  fits: startsAs('user', /^\s*(?:<[a-z_]+(?: instructions)?>|# AGENTS|<session_context>)/),
}

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
    goOn: (stage, { sessionId }, prompt) => stage.run('exec', 'resume', sessionId, prompt),
    adds: [rules],
  },
  qwen: {
    format: 'qwen-code',
    async begin(stage, prompt) {
      await stage.run('-y', '-p', prompt)
      return oneFile(join(stage.home, '.qwen/projects'), /chats[\\/][-0-9a-f]{36}\.jsonl$/)
    },
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
    goOn: (stage, { path }, prompt) => stage.run(...geminiOptions, '--session-file', path, '-p', prompt),
    adds: [rules],
    renews: rules.fits,
    once: (items) =>
      items.filter(
        (item, at) => item[0] !== 'result' || JSON.stringify(item) !== JSON.stringify(items[at - 1]),
      ),
  },
  pi: {
    format: 'pi',
    async begin(stage, prompt) {
      await stage.run(...piOptions, '-p', prompt)
      return oneFile(join(stage.home, '.pi/agent/sessions'), /\.jsonl$/)
    },
    goOn: (stage, { path }, prompt) => stage.run(...piOptions, '--session', path, '-p', prompt),
    adds: [],
  },
}
