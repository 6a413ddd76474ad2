import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { policySchema, type Policy } from '../../shared/installation/policy-types.ts'
import { catchProblem } from '../testing/catch-problem.ts'
import {
  buildPricedAnswer,
  startRunBench,
  talk,
  type RunBench,
  type RunRequest,
} from '../testing/run-bench.ts'
import { storePreference } from '../testing/store-preference.ts'

let bench: RunBench
let taskId: string
let house: string
let short: string
beforeAll(async () => {
  bench = await startRunBench()
  taskId = await bench.open(talk(12))
  const { prompts } = bench.client
  const note = { purpose: 'conversation', note: '' } as const
  house = (await prompts.create({ name: 'House rules', text: 'THE HOUSE PROMPT', ...note })).id
  short = (await prompts.create({ name: 'Short one', text: 'A SHORT PROMPT', ...note })).id
})
afterAll(() => bench.clean())

const setPolicy = (more: Partial<Policy>): Promise<Policy> =>
  bench.client.policy.set({ ...policySchema.parse({}), ...more })
beforeEach(() => setPolicy({}))

let profiles = 0
/** Runs on a model of its own, and gives the run with the instructions that the model was sent. */
async function ask(request: Omit<RunRequest, 'taskId'>, condensingPrompt: string | null = null) {
  const id = `model-${(profiles += 1)}`
  const server = await bench.serve(id, [buildPricedAnswer('in short')])
  const list = await bench.client.profiles.list()
  const saved = list.profiles.find(({ profile }) => profile.id === id)!.profile
  await bench.client.profiles.save({ ...saved, condensingPrompt })
  const { run } = await bench.run({ taskId, profileId: id, ...request })
  return { run, sent: JSON.stringify(server.requests[0]?.body ?? null) }
}

const batch = {
  passes: [
    {
      id: 'all',
      name: 'All',
      selection: { type: 'preserve_recent', keepRecentCount: 2 },
      mode: 'batch',
      batchConfig: { operation: 'summarize', summarizationConfig: {} },
    },
  ],
}
const ofPolicy = () => ({ promptId: house, version: 1, from: 'policy' })

describe('the condensing prompt', () => {
  it.each<[string, Omit<RunRequest, 'taskId'>]>([
    ['native', { providerId: 'native' }],
    ['smart, in a batch pass', { providerId: 'smart', settings: batch }],
    ['a step of a strategy', { providerId: 'pipeline', settings: { steps: [{ providerId: 'native' }] } }],
    ['a fallback', { providerId: 'lossless', fallback: [{ providerId: 'native' }], minimumGainPercent: 60 }],
  ])('of the policy is that of %s', async (_name, request) => {
    await setPolicy({ condensingPrompt: house })
    const { run, sent } = await ask(request)
    expect(sent).toContain('THE HOUSE PROMPT')
    expect(run.prompt).toEqual(ofPolicy())
    expect(run.outcome?.events[0]).toMatchObject({ usedCustomPrompt: true })
    const { estimate } = await bench.client.runs.estimate({ taskId, ...request })
    expect(estimate.asked?.prompt).toEqual(ofPolicy())
  })

  it('of the profile goes before that of the policy, and that of the run before both', async () => {
    await setPolicy({ condensingPrompt: house })
    const own = await ask({ providerId: 'native' }, short)
    expect(own.sent).toContain('A SHORT PROMPT')
    expect(own.run.prompt).toEqual({ promptId: short, version: 1, from: 'profile' })
    const named = await ask({ providerId: 'native', prompt: { promptId: house } }, short)
    expect(named.sent).toContain('THE HOUSE PROMPT')
    expect(named.run.prompt).toEqual({ promptId: house, version: 1 })
  })

  it.each<[string, Omit<RunRequest, 'taskId'>]>([
    ['settings have their own', { providerId: 'native', settings: { customPrompt: 'MY OWN' } }],
    ['outputs are summarised one by one', { providerId: 'native', settings: { selective: true } }],
    ['no model is asked', { providerId: 'truncation' }],
  ])('is not used where %s', async (_name, request) => {
    await setPolicy({ condensingPrompt: house })
    const { run, sent } = await ask(request)
    expect(sent).not.toContain('THE HOUSE PROMPT')
    expect(run.prompt).toBeNull()
  })

  it('stays at the version that was named, and goes with the newest where none was', async () => {
    const { id } = await bench.client.prompts.create({
      name: 'Growing',
      purpose: 'conversation',
      text: 'FIRST WORDS',
      note: '',
    })
    await bench.client.prompts.addVersion({ promptId: id, text: 'SECOND WORDS', note: '' })
    expect(await setPolicy({ condensingPrompt: 'growing@1' })).toMatchObject({ condensingPrompt: `${id}@1` })
    expect((await ask({ providerId: 'native' })).sent).toContain('FIRST WORDS')
    expect(await setPolicy({ condensingPrompt: 'Growing' })).toMatchObject({ condensingPrompt: id })
    const { run, sent } = await ask({ providerId: 'native' })
    expect(sent).toContain('SECOND WORDS')
    expect(run.prompt).toMatchObject({ version: 2 })
  })

  it('is said not to be read where the built-in summariser answers', async () => {
    await setPolicy({ condensingPrompt: house })
    const { run } = await bench.run({ taskId, providerId: 'native' })
    expect(run).toMatchObject({ prompt: ofPolicy(), outcome: { notes: [{ code: 'prompt-unread' }] } })
  })

  it('cannot be removed while it is one, and is said to be gone where it is', async () => {
    await setPolicy({ condensingPrompt: house })
    await ask({ providerId: 'native' }, house)
    expect(await catchProblem(bench.client.prompts.remove({ promptId: house }))).toMatchObject({
      code: 'not-allowed',
      message: expect.stringMatching(
        /^House rules is the condensing prompt of the policy and the profile model-/,
      ),
    })
    // As a door of an older state could leave it.
    const stored = { ...policySchema.parse({}), condensingPrompt: 'gone-1' }
    await storePreference(bench.dewpoint, 'policy', stored)
    const { run } = await ask({ providerId: 'native' })
    expect(run).toMatchObject({ status: 'condensed', prompt: null })
    expect(run.outcome?.warnings).toMatchObject([{ code: 'prompt-missing' }])
    // Everything else can still be set.
    expect(await bench.client.policy.set({ ...stored, stopPercent: 40 })).toMatchObject({ stopPercent: 40 })
  })

  it.each([
    ['there is not', 'nothing-like-it', { code: 'not-found' }],
    ['is for the output of a tool', 'built-in-tool-output', { code: 'bad-input' }],
    ['could be several', 'built-in', { code: 'bad-input', message: 'Several prompts fit built-in' }],
  ])('is none that %s', async (_why, condensingPrompt, problem) => {
    const policy = policySchema.parse({ condensingPrompt })
    expect(await catchProblem(bench.client.policy.set(policy))).toMatchObject(problem)
    expect(await bench.client.policy.get()).toMatchObject({ condensingPrompt: null })
  })
})

describe('the budget of a task', () => {
  it('leaves a task that its condensations have used the budget of, and no other', async () => {
    const { client } = bench
    const server = await bench.serve('tasks', [
      buildPricedAnswer('one'),
      buildPricedAnswer('other task'),
      buildPricedAnswer('three'),
    ])
    await setPolicy({ budgetPerTaskUsd: 0.066 })
    const own = await bench.open(talk(10))
    const request = { taskId: own, providerId: 'native', profileId: 'tasks', ignoreCache: true }
    const { run: first } = await bench.run(request)
    expect(first.status).toBe('condensed')
    // What was spent stays spent.
    await client.runs.remove({ runId: first.id })
    const { run: refused } = await bench.run(request)
    expect(refused.outcome?.error).toMatchObject({
      code: 'budget',
      message: expect.stringMatching(/\$0\.0045 of the \$0\.0660 for this task are spent/),
    })
    expect((await bench.run({ ...request, taskId: await bench.open(talk(12)) })).run.status).toBe('condensed')
    await setPolicy({})
    expect((await bench.run(request)).run.status).toBe('condensed')
    expect(server.requests).toHaveLength(3)
  })
})

describe('a request without a provider', () => {
  it('takes that of the policy and says so', async () => {
    const { run } = await bench.run({ taskId })
    expect(run).toMatchObject({ providerId: 'native', outcome: { notes: [{ code: 'default-provider' }] } })
    await setPolicy({ defaultProvider: 'lossless' })
    const { estimate } = await bench.client.runs.estimate({ taskId })
    expect(estimate).toMatchObject({
      asked: { providerId: 'lossless', presetId: null, prompt: null },
      notes: [{ message: 'No provider was named: lossless, the default of the policy, was taken.' }],
    })
    expect(await catchProblem(setPolicy({ defaultProvider: 'nothing' }))).toMatchObject({ code: 'bad-input' })
  })

  it.each<[string, string, string, string]>([
    ['of the default provider', 'sel', 'native', 'selective'],
    ['that one provider alone has', 'strict', 'lossless', 'strict'],
    ['with its provider', 'truncation:bal', 'truncation', 'balanced'],
  ])('takes the provider of a preset %s', async (_which, presetId, providerId, id) => {
    const { estimate } = await bench.client.runs.estimate({ taskId, presetId })
    expect(estimate.asked).toMatchObject({ providerId, presetId: id })
  })

  it('asks which one is meant where several have the preset', async () => {
    expect(await catchProblem(bench.client.runs.estimate({ taskId, presetId: 'balanced' }))).toMatchObject({
      code: 'bad-input',
      hint: 'Name one of: truncation:balanced, smart:balanced.',
    })
  })
})

describe('settings with the names of the reference documents', () => {
  it('are run as what they mean, and the run says what was read as what', async () => {
    const { run } = await bench.run({
      taskId,
      providerId: 'truncation',
      settings: { truncationMode: 'suppress', preserveRecentCount: 2 },
    })
    expect(run.settings).toMatchObject({
      toolResults: { mode: 'suppress' },
      toolParameters: { mode: 'suppress' },
    })
    expect(run.outcome?.notes).toEqual([
      {
        code: 'settings-translated',
        message: 'truncationMode was read as toolResults.mode and toolParameters.mode.',
      },
    ])
  })

  it('name the profile, and the thresholds of a trigger', async () => {
    const { run: plain } = await ask({ providerId: 'native', settings: { maxMessagesToKeep: 4 } })
    const settings = {
      condensingApiConfigId: plain.model!.profileId,
      autoCondenseContextPercent: 75,
      autoCondenseContext: false,
    }
    const request = { taskId, providerId: 'native', settings, ignoreCache: false }
    const { estimate } = await bench.client.runs.estimate(request)
    expect(estimate.notes?.map(({ message }) => message)).toEqual([
      'autoCondenseContext is whether a trigger condenses (`policy`: auto). It was not used here.',
      'autoCondenseContextPercent is the threshold of a trigger (`policy`: threshold). It was not used here.',
      'condensingApiConfigId was read as the profile of the run.',
    ])
    // 12 messages of about 170 tokens fill a window of 2,000 beyond what it allows: without condensing it slides.
    const { run } = await bench.run({ ...request, trigger: { windowTokens: 2000, maxTokens: 100 } })
    expect(run).toMatchObject({ providerId: 'sliding-window' })
  })

  it('are reported by the names that were typed where a value does not fit', async () => {
    const refused = bench.client.runs.estimate({
      taskId,
      providerId: 'native',
      settings: { maxMessagesToKeep: 0 },
    })
    expect(await catchProblem(refused)).toMatchObject({ code: 'bad-input', where: 'keepLast' })
  })

  it('are read in a preset that is imported', async () => {
    const file = {
      format: 'dewpoint-preset',
      version: 1,
      providerId: 'native',
      id: 'four',
      label: 'Four',
      settings: { maxMessagesToKeep: 4, condensingApiConfigId: 'mini' },
    }
    const imported = await bench.client.presets.import({ text: JSON.stringify(file) })
    expect(imported.preset.versions[0]?.settings).toMatchObject({ keepLast: 4 })
    expect(imported.notes).toEqual([
      'condensingApiConfigId is the profile of the run. It was not used here.',
      'maxMessagesToKeep was read as keepLast.',
    ])
  })
})
