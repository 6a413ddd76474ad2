import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FoundTask } from '../records.ts'
import type { Store } from '../store.ts'
import { makeBench, putTask, type StoreBench } from '../testing/fixtures.ts'
import { putSurveyed, makeSurvey } from '../testing/put-surveyed.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

const foundTask: FoundTask = {
  id: 'task-1',
  path: '/tasks/1',
  stamp: 'later',
  sizeBytes: 1,
  title: 'Task',
  agent: null,
  model: null,
  workspace: null,
  costUsd: null,
  lastActivityTs: null,
}

/** Of tasks of which one has a cost and was condensed. */
const ofOne = { costedTasks: 1, unpricedRequests: 0, condensedTasks: 1 }
const noneTwice = { movedTasks: 0, copiedRequests: 0, copiedUsd: 0 }
const nothing = {
  tasks: 0,
  messages: 0,
  tokens: 0,
  costUsd: null,
  costedTasks: 0,
  unpricedRequests: 0,
  condensations: 0,
  condensedTasks: 0,
  losslessTokens: 0,
}

it('tells the kinds of each task, as far as it was surveyed as it is now', async () => {
  await putSurveyed(store, { id: 'a' })
  await putSurveyed(store, { id: 'b' }, { byKind: { summary: 7 } })
  await putSurveyed(store, { id: 'old' }, { version: 2 })
  await putSurveyed(store, { id: 'changed' })
  await putTask(store, { id: 'changed', snapshotSha256: 'another' })
  expect(await store.surveys.kinds(1)).toEqual(
    new Map([
      ['a', { 'user-text': 40, 'tool-result': 60 }],
      ['b', { summary: 7 }],
    ]),
  )
})

describe('the overview of a library', () => {
  it('is empty before anything is surveyed', async () => {
    const empty = {
      surveyed: 0,
      unreadableTasks: 0,
      outdatedTasks: 0,
      ...noneTwice,
      leftOutSamples: 0,
      countedSamples: 0,
      totals: nothing,
      byKind: {},
      byTool: [],
      byWorkspace: [],
      byAgent: [],
      byModel: [],
    }
    expect(await store.surveys.overview(1)).toEqual({ tasks: 0, ...empty })
    await putTask(store)
    expect(await store.surveys.overview(1)).toEqual({ tasks: 1, ...empty })
  })

  it('adds up what the tasks hold, by kind, tool, workspace, agent and model', async () => {
    await putSurveyed(
      store,
      { id: 'a', workspace: '/one', messages: 3, costUsd: 0.5, condensations: 2, model: 'small' },
      {
        byModel: [
          { model: 'big', requests: 3, costUsd: 0.375 },
          { model: 'small', requests: 1, costUsd: 0.125 },
        ],
      },
    )
    await putSurveyed(
      store,
      { id: 'b', workspace: '/one', messages: 4, costUsd: null, condensations: 0, model: 'big' },
      {
        tokens: 1000,
        losslessTokens: 1000,
        byKind: { 'user-text': 1000 },
        byTool: [],
        byModel: [{ model: 'big', requests: 2, costUsd: null }],
      },
    )
    await putSurveyed(
      store,
      { id: 'c', messages: 5, costUsd: 0.25, condensations: 1, agent: null },
      {
        byModel: [{ model: null, requests: 1, costUsd: 0.25 }],
        byTool: [
          { tool: 'read_file', calls: 1, callTokens: 5, resultTokens: 5 },
          { tool: 'write', calls: 9, callTokens: 500, resultTokens: 1 },
        ],
      },
    )
    await putTask(store, { id: 'not surveyed' })
    const totals = {
      tasks: 3,
      messages: 12,
      tokens: 1200,
      costUsd: 0.75,
      costedTasks: 2,
      unpricedRequests: 0,
      condensations: 3,
      condensedTasks: 2,
      losslessTokens: 1160,
    }
    const ofC = {
      tasks: 1,
      messages: 5,
      tokens: 100,
      costUsd: 0.25,
      condensations: 1,
      ...ofOne,
      losslessTokens: 80,
    }
    const ofOthers = {
      tasks: 2,
      messages: 7,
      tokens: 1100,
      costUsd: 0.5,
      condensations: 2,
      ...ofOne,
      losslessTokens: 1080,
    }
    expect(await store.surveys.overview(1)).toEqual({
      tasks: 4,
      surveyed: 3,
      unreadableTasks: 0,
      outdatedTasks: 0,
      ...noneTwice,
      leftOutSamples: 0,
      countedSamples: 0,
      totals,
      byKind: { 'user-text': 1080, 'tool-result': 120 },
      byTool: [
        { tool: 'write', calls: 9, callTokens: 500, resultTokens: 1, tasks: 1 },
        { tool: 'read_file', calls: 3, callTokens: 15, resultTokens: 65, tasks: 2 },
      ],
      byWorkspace: [
        { workspace: '/one', ...ofOthers },
        { workspace: null, ...ofC },
      ],
      byAgent: [
        { agent: 'roo', ...ofOthers },
        { agent: null, ...ofC },
      ],
      byModel: [
        { model: 'big', requests: 5, ...ofOthers, costUsd: 0.375 },
        { model: null, requests: 1, ...ofC },
        {
          model: 'small',
          requests: 1,
          tasks: 1,
          messages: 3,
          tokens: 100,
          costUsd: 0.125,
          condensations: 2,
          ...ofOne,
          losslessTokens: 80,
        },
      ],
    })
  })

  it('says how many of its tasks are no longer on disk as they were counted', async () => {
    for (const id of ['fine', 'failed', 'gone']) await putSurveyed(store, { id })
    await store.library.failed('failed', 'later', 'No JSON.', 'all@1')
    await store.library.gone(['gone'])
    expect(await store.surveys.overview(1)).toMatchObject({
      surveyed: 3,
      unreadableTasks: 0,
      outdatedTasks: 2,
    })
  })

  it('counts a task once that was moved, and twice one that was copied', async () => {
    for (const id of ['old', 'new', 'other'])
      await putSurveyed(store, { id, snapshotSha256: id === 'other' ? 'another' : 'the same', costUsd: 1 })
    expect(await store.surveys.overview(1)).toMatchObject({ tasks: 3, surveyed: 3, movedTasks: 0 })
    await store.library.gone(['old'])
    expect(await store.surveys.overview(1)).toMatchObject({
      tasks: 2,
      surveyed: 2,
      movedTasks: 1,
      outdatedTasks: 0,
      unreadableTasks: 0,
      totals: { tokens: 200, costUsd: 2 },
      byTool: [{ calls: 4, tasks: 2 }],
    })
    await store.library.gone(['new'])
    expect(await store.surveys.overview(1)).toMatchObject({ tasks: 3, movedTasks: 0, outdatedTasks: 2 })
  })

  it('counts what is recorded of a task as a whole with its main model', async () => {
    await putSurveyed(
      store,
      { id: 'a', costUsd: null },
      {
        byModel: [
          { model: 'big', requests: 2, costUsd: null },
          { model: 'small', requests: 1, costUsd: null },
        ],
      },
    )
    await store.library.found([{ ...foundTask, id: 'a', costUsd: 3 }], 1, true)
    const { totals, byModel } = await store.surveys.overview(1)
    expect([totals.costUsd, ...byModel.map(({ model, costUsd }) => [model, costUsd])]).toEqual([
      3,
      ['big', 3],
      ['small', null],
    ])
  })

  it('leaves the sample out once there are other tasks', async () => {
    await putSurveyed(store, { id: 'sample', isSample: true })
    expect(await store.surveys.overview(1)).toMatchObject({
      tasks: 1,
      countedSamples: 1,
      surveyed: 1,
      totals: { tokens: 100 },
    })
    await putSurveyed(store, { id: 'own' }, { tokens: 7 })
    expect(await store.surveys.overview(1)).toMatchObject({
      leftOutSamples: 1,
      countedSamples: 0,
      tasks: 1,
      surveyed: 1,
      totals: { tokens: 7 },
      byTool: [{ tasks: 1 }],
    })
  })

  it('counts only what was surveyed as the task is now, and in the way of now', async () => {
    await putSurveyed(store, { id: 'changed' })
    await putTask(store, { id: 'changed', snapshotSha256: 'newer' })
    await putSurveyed(store, { id: 'older way' }, { version: 0 })
    expect(await store.surveys.overview(1)).toMatchObject({ tasks: 2, surveyed: 0, byKind: {}, byTool: [] })
  })
})

it('names all models of a task that was counted as it is now, and else the last one', async () => {
  const byModel = [
    { model: 'big', requests: 3, costUsd: 1 },
    { model: 'small', requests: 1, costUsd: 1 },
    { model: null, requests: 1, costUsd: 1 },
  ]
  await putSurveyed(store, { id: 'counted', model: 'small' }, { byModel })
  await putSurveyed(store, { id: 'changed', model: 'small' }, { byModel })
  await putTask(store, { id: 'changed', model: 'small', snapshotSha256: 'newer' })
  await putSurveyed(store, { id: 'unknown' })
  expect(await store.tasks.summary('counted')).toMatchObject({ model: 'small', models: ['big', 'small'] })
  expect(await store.tasks.summary('changed')).toMatchObject({ model: 'small', models: ['small'] })
  expect(await store.tasks.summary('unknown')).toMatchObject({ model: null, models: [] })
})

describe('a survey', () => {
  it('replaces the one before', async () => {
    await putSurveyed(store, { id: 'a' })
    await putSurveyed(store, { id: 'a' }, { tokens: 1, byKind: { image: 1 }, byTool: [] })
    expect(await store.surveys.overview(1)).toMatchObject({
      totals: { tokens: 1 },
      byKind: { image: 1 },
      byTool: [],
    })
    expect(await store.surveys.snapshots(1)).toEqual(new Map([['a', 'snapshot of a']]))
    expect(await store.surveys.snapshots(2)).toEqual(new Map())
  })

  it('is not kept for a task that is gone or has changed meanwhile', async () => {
    await store.surveys.put(makeSurvey({ taskId: 'gone' }))
    await putTask(store, { snapshotSha256: 'newer' })
    await store.surveys.put(makeSurvey())
    expect(await store.surveys.snapshots(1)).toEqual(new Map())
  })

  it('goes with its task, and when it is removed', async () => {
    await putSurveyed(store, { id: 'a' })
    await putSurveyed(store, { id: 'b' })
    await store.tasks.forget('a')
    await store.surveys.remove('b')
    expect(await store.surveys.snapshots(1)).toEqual(new Map())
    expect(await store.integrityCheck()).toEqual([])
  })
})
