import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { delimiter, dirname, join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { parse } from 'yaml'
import { z } from 'zod'
import { rootFolder, sampleFolder } from '../fixtures/folders.ts'
import { nodePath } from '../fixtures/node-path.ts'
import { plainEnvironment } from '../fixtures/plain-environment.ts'

/** The steps of the GitHub Action, run as the runner does. */

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
  runs: z.object({
    steps: z.array(
      z.object({
        id: z.string().optional(),
        run: z.string().optional(),
        env: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
})

test.skip(process.platform === 'win32', 'The step is written for bash as Linux and macOS have it.')

const experimentOf = (least: number): string => `name: two ways
question: Does lossless keep everything?
tasks: [nowhere]
checkpoints: { at: [0.5] }
variants:
  - { id: truncation, provider: truncation }
  - { id: lossless, provider: lossless }
baseline: truncation
assert:
  - { metric: reduction, variant: lossless, min: ${least} }
`

/** Runs a step with inputs; what it ended with, and what it left for the runner. */
async function runStep(
  folder: string,
  inputs: Readonly<Record<string, string>>,
  stepId = 'experiment',
  variables: Readonly<Record<string, string>> = {},
) {
  await mkdir(folder, { recursive: true })
  const action = actionSchema.parse(parse(await readFile(join(rootFolder, 'action.yml'), 'utf8')))
  const step = action.runs.steps.find(({ id }) => id === stepId)
  const valueOf = (text: string): string =>
    text
      .replace(/\$\{\{ github\.action_path \}\}/, rootFolder)
      .replace(
        /\$\{\{ inputs\.([\w-]+) \}\}/,
        (_, name: string) => inputs[name] ?? action.inputs[name]?.default ?? '',
      )
  const given = Object.entries(step?.env ?? {}).map(([name, text]) => [name, valueOf(text)])
  const [summary, output] = [join(folder, 'summary.md'), join(folder, 'output')]
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? 'false'], {
    cwd: folder,
    env: plainEnvironment({
      ...Object.fromEntries(given),
      PATH: [dirname(nodePath), process.env['PATH']].join(delimiter),
      HOME: folder,
      RUNNER_TEMP: folder,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      ...variables,
    }),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said = text(child.stdout)
  const [code] = await once(child, 'close')
  const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')
  return { code, said: await said, summary: await read(summary), output: await read(output) }
}

test('an assertion that holds passes, and later steps in its folder have verdicts of their own', async ({}, testInfo) => {
  const folder = testInfo.outputPath('work')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'good file.yaml'), experimentOf(0))
  await writeFile(join(folder, 'strict.yaml'), experimentOf(101))
  await writeFile(join(folder, 'bad.yaml'), 'variants: 3\n')
  const held = await runStep(folder, {
    file: 'good file.yaml',
    tasks: `\n  ${sampleFolder}  \r\n\n`,
    'max-cost': '0.5',
    report: 'new folder/r.md',
    junit: 'j.xml\nexit-code=9',
  })
  expect({ code: held.code, output: held.output }).toEqual({
    code: 0,
    output: 'report=new folder/r.md\njunit=j.xmlexit-code=9\nexit-code=0\n',
  })

  const failed = await runStep(folder, { file: 'strict.yaml', tasks: sampleFolder })
  expect(failed.code).toBe(1)
  expect(failed.output.replace(held.output, '')).toBe(
    'report=dewpoint-report.html\njunit=dewpoint-junit.xml\nexit-code=1\n',
  )
  const verdict = failed.summary.replace(held.summary, '')
  expect(verdict).toContain('Does lossless keep everything?')
  expect(verdict).toMatch(/assertion/i)
  expect(await readFile(join(folder, 'dewpoint-junit.xml'), 'utf8')).toContain('<failure')
  expect(await readFile(join(folder, 'dewpoint-report.html'), 'utf8')).toContain('two ways')

  const later = await runStep(folder, {
    file: 'good file.yaml',
    tasks: '$(touch injected); `touch injected`',
  })
  expect(later.code).toBe(2)
  expect(later.summary.split('\n').at(-2)).toContain('did not run')
  expect(await readdir(folder)).not.toContain('injected')
  const bad = await runStep(folder, { file: 'bad.yaml' })
  expect(bad.code).not.toBe(0)
  expect(bad.summary.replace(later.summary, '')).toContain('did not run')
  // A file with a name like an option is a file.
  expect((await runStep(folder, { file: '--help' })).code).toBe(2)
})

test('a gate passes what is equal, fails what got worse, and leaves its table for the comment', async ({}, testInfo) => {
  const folder = testInfo.outputPath('gate')
  await mkdir(folder, { recursive: true })
  const keep = (count: number): string =>
    `export default ({ messages }) => ({ messages: messages.slice(0, 1).concat({ role: 'user', content: messages.slice(1).flatMap(({ role, content }) => role === 'user' && typeof content !== 'string' ? content.flatMap(({ text }) => text ?? []) : role === 'user' ? [content] : []).slice(-${count}).join('\\n') }), usage: { costUsd: 0 } })`
  await writeFile(
    join(folder, 'gate.yaml'),
    'compactor: {module: compactor.mjs}\nhistories: 7\ntokens: [5000]\nrounds: [1]\n',
  )
  await writeFile(join(folder, 'compactor.mjs'), keep(999))
  const first = await runStep(folder, { gate: 'gate.yaml' }, 'gate')
  expect(first.code).toBe(2)
  expect(first.summary).toContain('There is no baseline yet')
  const update = spawn(nodePath, [join(rootFolder, 'out/main/cli.js'), 'gate', '--yes', '--update'], {
    cwd: folder,
    env: plainEnvironment({ HOME: folder, DEWPOINT_HOME: join(folder, 'data') }),
    stdio: 'ignore',
  })
  expect((await once(update, 'close'))[0]).toBe(0)
  expect(await runStep(folder, { gate: 'gate.yaml' }, 'gate')).toMatchObject({
    code: 0,
    output: expect.stringContaining('exit-code=0\n'),
  })
  await writeFile(join(folder, 'compactor.mjs'), keep(1))
  const worse = await runStep(folder, { gate: 'gate.yaml' }, 'gate')
  expect(worse.code).toBe(1)
  const [, report = ''] = /^report=(.*)$/m.exec(worse.output.slice(worse.output.lastIndexOf('report='))) ?? []
  expect(await readFile(report, 'utf8')).toContain('Lost since the baseline')
})

test('the table of a gate becomes one comment, which later runs replace, beside those of others', async ({}, testInfo) => {
  const folder = testInfo.outputPath('comment')
  await mkdir(folder, { recursive: true })
  const report = join(folder, 'gate.md')
  const github = await startGitHub()
  try {
    const comment = async (table: string, more: Readonly<Record<string, string>> = {}) => {
      await writeFile(report, table)
      return runStep(folder, { gate: 'gate.yaml' }, 'comment', {
        GITHUB_API_URL: github.address,
        GH_TOKEN: 'fake',
        NUMBER: '7',
        REPOSITORY: 'someone/agent',
        REPORT: report,
        ...more,
      })
    }
    expect((await comment('No worse.')).code).toBe(0)
    expect(github.bodies().slice(-1)).toEqual([
      expect.stringMatching(/^<!-- dewpoint gate gate\.yaml -->\nNo worse\.$/),
    ])
    const count = github.bodies().length
    github.say('Coverage is 80 %.')
    await comment(`Worse. ${'x'.repeat(99_000)}`)
    expect(github.bodies()).toHaveLength(count + 1)
    expect(github.bodies().slice(-2)).toEqual([expect.stringContaining('\nWorse.'), 'Coverage is 80 %.'])
    expect(github.bodies().at(-2)).toHaveLength(60_000)
    // Another gate of the repository has a comment of its own.
    await comment('No worse.', { GATE: 'other.yaml' })
    expect(github.bodies()).toHaveLength(count + 2)
    const refused = await comment('No worse.', { GH_TOKEN: 'none' })
    expect([refused.code, refused.said]).toEqual([
      0,
      expect.stringMatching(/^::warning::.*GET was answered with 403/),
    ])
  } finally {
    await github.close()
  }
})

/** GitHub's comments on a pull request that has many of them already, on this machine. */
async function startGitHub() {
  const comments = Array.from({ length: 130 }, (_, at) => ({ id: at + 1, body: `Comment ${at + 1}` }))
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (request.headers.authorization !== 'Bearer fake') return answer(403, {})
    if (request.method === 'GET') {
      const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))]
      return answer(200, comments.slice((page - 1) * size, page * size))
    }
    const { body } = z.object({ body: z.string() }).parse(await json(request))
    if (request.method === 'POST' && pathname === '/repos/someone/agent/issues/7/comments')
      return answer(201, comments[comments.push({ id: comments.length + 1, body }) - 1])
    const own = comments.find(({ id }) => pathname === `/repos/someone/agent/issues/comments/${id}`)
    if (request.method !== 'PATCH' || own === undefined) return answer(404, {})
    own.body = body
    answer(200, own)
  }
  const server = createServer((request, response) => void reply(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    bodies: () => comments.map(({ body }) => body),
    say: (body: string) => void comments.push({ id: comments.length + 1, body }),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
