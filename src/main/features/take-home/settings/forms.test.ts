import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages'
import type { ModelMessage } from 'ai'
import type { AgentMiddleware } from 'langchain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPackage } from '../../../../../packages/condense/build.ts'
import { arms } from '../../../methods/arms.ts'
import { resolveMethod } from '../../methods/resolve-method.ts'
import { dewpoint } from './targets/dewpoint.ts'
import { isNoForm, type Chosen, type UseForm } from './use-target.ts'
import { useTargets } from './use-targets.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const at = { tokens: 120_000, windowTokens: 200_000 }

function buildChosen(id: string, chosenAt: Chosen['at'] = at): Chosen {
  const arm = arms.find((one) => one.id === id)
  if (arm === undefined) throw new Error(`There is no arm ${id}.`)
  const { providerId, presetId } = arm
  const { settings } = resolveMethod({ providerId, presetId: presetId ?? undefined }).method
  return { arm, settings, changed: [], at: chosenAt }
}

/** An arm with another value of one setting of a group. */
function withSettings(id: string, [group, key]: readonly [string, string], value: unknown): Chosen {
  const chosen = buildChosen(id)
  const settings = structuredClone(chosen.settings)
  Reflect.set(Object(settings[group]), key, value)
  return { ...chosen, settings, changed: [`${group}.${key}`] }
}

const findForm = (target: string, id: string) =>
  useTargets.find((one) => one.id === target)?.buildForm(buildChosen(id)) ?? { reason: '', hint: '' }

const every = useTargets.flatMap((target) =>
  arms.map(({ id }) => ({ target: target.id, arm: id, form: target.buildForm(buildChosen(id)) })),
)
const forms = every.flatMap(({ target, arm, form }) => (isNoForm(form) ? [] : [{ target, arm, form }]))

describe('arms in other programs', () => {
  it('have a form, or a reason with a way out', () => {
    const said = every.map(({ form }) => (isNoForm(form) ? [form.reason, form.hint] : [form.text]))
    expect(said.flat().filter((text) => !/\S[.\n}]$/.test(text))).toEqual([])
  })

  it('are these', () => {
    const byTarget = Object.groupBy(forms, ({ target }) => target)
    expect(
      Object.fromEntries(Object.entries(byTarget).map(([id, own]) => [id, own?.map(({ arm }) => arm)])),
    ).toEqual({
      'claude-code': ['claude-code'],
      codex: ['codex-local'],
      opencode: ['opencode', 'opencode-prune'],
      'opencode-2': ['opencode-2'],
      'gemini-cli': ['gemini-cli'],
      'qwen-code': ['qwen-code'],
      'roo-code': ['roo-current'],
      pi: ['pi'],
      goose: ['goose'],
      'cline-sdk': ['cline-basic', 'cline-agentic'],
      openhands: ['openhands'],
      'swe-agent': ['swe-agent-last-5'],
      kilo: ['opencode', 'opencode-prune'],
      'zoo-code': ['roo-current'],
      anthropic: [
        'claude-code-microcompact',
        'swe-agent-last-5',
        'inspect-edit',
        'clear-tool-uses',
        'clear-thinking',
        'anthropic-compact',
        'anthropic-summarize',
      ],
      openai: ['openai-compact'],
      'ai-sdk': [
        'claude-code-microcompact',
        'swe-agent-last-5',
        'inspect-edit',
        'clear-tool-uses',
        'clear-thinking',
      ],
      langchain: expect.arrayContaining(['clear-tool-uses', 'pi', 'sliding-window-last-20']),
      dewpoint: arms.flatMap(({ id, providerId }) => (providerId === 'vendor' ? [] : [id])),
    })
  })
})

/** A module of the code of a form, or of its JSON held to the type of the request. */
function buildFormModule({
  target,
  form,
}: {
  readonly target: string
  readonly form: UseForm
}): string | null {
  if (form.language === 'typescript') return form.packages === undefined ? null : form.text
  if (target === 'anthropic')
    return `import type Anthropic from '@anthropic-ai/sdk'
export const body: Pick<Anthropic.Beta.Messages.MessageCreateParamsNonStreaming, 'context_management' | 'compaction'> = ${form.text}`
  if (target === 'openai')
    return `import type OpenAI from 'openai'
export const body: Pick<OpenAI.Responses.ResponseCreateParamsNonStreaming, 'context_management'> = ${form.text}`
  return null
}

describe('code and requests against the real packages', () => {
  let folder = ''
  beforeAll(async () => {
    // Below the repository, so that its packages are found.
    const cache = join(root, '.cache')
    await mkdir(cache, { recursive: true })
    folder = await mkdtemp(join(cache, 'use-forms-'))
    for (const { target, arm, form } of forms) {
      const text = buildFormModule({ target, form })
      if (text !== null) await writeFile(join(folder, `${target}-${arm}.ts`), text)
    }
    const changed = dewpoint.buildForm(withSettings('clear-tool-uses', ['outputs', 'protectResults'], 1))
    await writeFile(join(folder, 'changed.ts'), isNoForm(changed) ? '' : changed.text)
    const library = join(folder, 'node_modules', '@dewpoint', 'condense')
    await buildPackage(join(library, 'dist'))
    await copyFile(join(root, 'packages', 'condense', 'package.json'), join(library, 'package.json'))
    const compilerOptions = {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('compiles', async () => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const compiled = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
      (error: unknown) => error,
    )
    expect(compiled).toMatchObject({ stdout: '' })
  })

  it('prunes with the AI SDK as the arm clears: the same calls keep their results', async () => {
    const { condense } = (await import(join(folder, 'ai-sdk-clear-tool-uses.ts'))) as {
      condense: (messages: ModelMessage[]) => ModelMessage[]
    }
    const left = condense(modelMessages(6)).flatMap(({ role, content }) =>
      role === 'tool' ? content.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])) : [],
    )
    expect(left).toEqual(['call-3', 'call-4', 'call-5'])
  })

  it('condenses with the library as the arm does, from the size on', async () => {
    const { condenseMessages } = (await import(join(folder, 'dewpoint-clear-tool-uses.ts'))) as {
      condenseMessages: (messages: ModelMessage[]) => Promise<ModelMessage[]>
    }
    const small = modelMessages(6)
    expect(await condenseMessages(small)).toEqual(small)
    const large = modelMessages(6, 'text '.repeat(40_000))
    const cleared = (await condenseMessages(large)).flatMap((message, at) =>
      message === large[at] ? [] : [at],
    )
    // Results of the first three calls.
    expect(cleared).toEqual([2, 4, 6])
  })

  it('carries settings over to the library', async () => {
    const { condenseMessages } = (await import(join(folder, 'changed.ts'))) as {
      condenseMessages: (messages: ModelMessage[]) => Promise<ModelMessage[]>
    }
    const large = modelMessages(6, 'text '.repeat(40_000))
    const after = await condenseMessages(large)
    expect(after.flatMap((message, at) => (message === large[at] ? [] : [at]))).toEqual([2, 4, 6, 8, 10])
  })

  it('asks the model that is passed to the library', async () => {
    const { condenseMessages } = (await import(join(folder, 'dewpoint-codex-local.ts'))) as {
      condenseMessages: (messages: ModelMessage[], model: () => Promise<string>) => Promise<ModelMessage[]>
    }
    const large = modelMessages(6, 'text '.repeat(40_000))
    expect(JSON.stringify(await condenseMessages(large, async () => 'All was read.'))).toContain(
      'All was read.',
    )
  })

  it('clears with LangChain as the arm does, and keeps the newest messages whole', async () => {
    const { condense } = (await import(join(folder, 'langchain-sliding-window-last-20.ts'))) as {
      condense: (messages: BaseMessage[]) => Promise<BaseMessage[]>
    }
    const trimmed = await condense(langchainMessages(30))
    // One less than 20: a result does not stand without its call.
    expect(trimmed).toHaveLength(19)
    expect(trimmed.map((message) => message.getType()).slice(0, 3)).toEqual(['system', 'ai', 'tool'])
    const { condense: middleware } = (await import(join(folder, 'langchain-clear-tool-uses.ts'))) as {
      condense: AgentMiddleware
    }
    expect(middleware.name).toBe('ContextEditingMiddleware')
    expect(middleware.wrapModelCall).toBeTypeOf('function')
  })
})

function modelMessages(calls: number, value = 'text'): ModelMessage[] {
  return [
    { role: 'user', content: 'go' },
    ...Array.from({ length: calls }, (_, index): ModelMessage[] => [
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: `call-${index}`, toolName: 'read', input: {} }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: `call-${index}`,
            toolName: 'read',
            output: { type: 'text', value },
          },
        ],
      },
    ]).flat(),
  ]
}

function langchainMessages(calls: number): BaseMessage[] {
  return [
    new SystemMessage('rules'),
    new HumanMessage('go'),
    ...Array.from({ length: calls }, (_, index) => [
      new AIMessage({ content: '', tool_calls: [{ id: `call-${index}`, name: 'read', args: {} }] }),
      new ToolMessage({ tool_call_id: `call-${index}`, content: 'text' }),
    ]).flat(),
  ]
}

it('says what a form does not carry over', () => {
  expect(findForm('claude-code', 'claude-code')).toMatchObject({
    notes: expect.arrayContaining(['Claude Code condenses 33,000 tokens below `autoCompactWindow`.']),
  })
  expect(findForm('ai-sdk', 'claude-code-microcompact')).toMatchObject({
    notes: expect.arrayContaining([expect.stringContaining('The method clears results of tools that read')]),
  })
  expect(findForm('openai', 'anthropic-compact')).toMatchObject({ reason: expect.stringContaining('OpenAI') })
})
