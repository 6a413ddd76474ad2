import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startModelServer, type ModelServer } from '../../../../../scripts/agents/server/model-server.ts'
import { createNeedingScript } from '../../../../../scripts/agents/server/needing-script.ts'
import { openAiChat } from '../../../../../scripts/agents/server/open-ai-chat.ts'
import { probeResultSchema, type ForkResult, type ProbeResult } from '../../../../shared/probe/probe-types.ts'
import { makeCommandLine, type Answer, type CommandLine } from '../../../cli/testing/command-line.ts'
import { hashFolder, makeProbedProject, type ProbedProject } from './probed-project.ts'

/** A person with a session, an agent that is a stand-in, and the model that it asks, for tests of probes. */
export type ProbeBench = {
  readonly line: CommandLine
  readonly probed: ProbedProject
  readonly server: ModelServer
  /** What the stand-in agent is told besides, by the names of its variables. */
  readonly told: Record<string, string>
  readonly environment: () => Readonly<Record<string, string>>
  /** The words of a command line that probes the session with the stand-in agent. */
  readonly words: (...more: readonly string[]) => readonly string[]
  readonly probe: (...more: readonly string[]) => Promise<Answer>
  /** Runs a probe to its end. Throws where it is refused. */
  readonly play: (...more: readonly string[]) => Promise<ProbeResult>
  /** Every byte of the person's project, repository, sessions and settings. */
  readonly hashPerson: () => string
  /** Folders of forks that are at work, or were left. */
  readonly listWork: () => readonly string[]
  /** Programs that are alive and were started by a probe, or run one. */
  readonly listPrograms: () => readonly string[]
  readonly clean: () => Promise<void>
}

const agentFile = resolve(import.meta.dirname, 'fake-agent.ts')

/** Sets it all up in a folder of its own. */
export async function makeProbeBench(): Promise<ProbeBench> {
  const line = await makeCommandLine()
  const person = join(line.folder, 'person')
  mkdirSync(person)
  const probed = makeProbedProject(person)
  const server = await startModelServer(
    openAiChat,
    createNeedingScript({
      needs: probed.needs,
      project: () => '',
      useTool: (act) =>
        act.kind === 'read'
          ? { name: 'read', input: { path: act.file } }
          : act.kind === 'write'
            ? { name: 'write', input: { path: act.file, content: act.text } }
            : null,
    }),
  )
  const probes = join(line.folder, 'data/probes')
  const told: Record<string, string> = {}
  const environment: ProbeBench['environment'] = () => ({
    HOME: probed.home,
    PATH: process.env['PATH'] ?? '',
    FAKE_AGENT_URL: `http://127.0.0.1:${server.port}`,
    FAKE_AGENT_PROBES: probes,
    OPENAI_API_KEY: 'fake',
    // The stand-in, and a Dewpoint in a process of its own, are stripped of their types and compiled once.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    ...told,
  })
  const words: ProbeBench['words'] = (...more) => [
    'probe',
    probed.session,
    ...more,
    '--agent-command',
    process.execPath,
    agentFile,
  ]
  const probe: ProbeBench['probe'] = (...more) => line.run(words(...more), environment())
  return {
    line,
    probed,
    server,
    told,
    environment,
    words,
    probe,
    async play(...more) {
      const { code, out, err } = await probe('--yes', '--json', ...more)
      if (code !== 0) throw new Error(err)
      return probeResultSchema.parse(JSON.parse(out))
    },
    hashPerson: () => hashFolder(person),
    listWork: () =>
      listNames(probes).flatMap((id) =>
        listNames(join(probes, id, 'work')).map((fork) => join(probes, id, 'work', fork)),
      ),
    listPrograms: () =>
      listNames('/proc').filter((pid) => {
        if (pid === String(process.pid)) return false
        const [command, variables] = ['cmdline', 'environ'].map((name) => readProc(pid, name))
        return [command, variables].some((text) => text?.includes(line.folder))
      }),
    async clean() {
      await server.close()
      await line.clean()
    },
  }
}

/** The forks of a method. */
export function pickForks({ forks }: ProbeResult, method: string): readonly ForkResult[] {
  return forks.filter((fork) => fork.method === method)
}

/** Waits for what programs do. */
export async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((settle) => setTimeout(settle, 20))
}

function readProc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function listNames(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
