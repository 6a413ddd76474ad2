import { expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import { findRequestModels } from '../requests/find-request-models.ts'
import { matchRequests } from '../requests/match-requests.ts'
import { groupUsageByModel } from './group-usage-by-model.ts'

const question = (model: string, ts: number): Message => ({
  role: 'user',
  content: `Go on\n<environment_details>\n<model>${model}</model>\n</environment_details>`,
  ts,
})
const answer = (ts: number): Message => ({ role: 'assistant', content: 'Done', ts })
const makeUsage = (usage: Partial<RecordedUsage>): RecordedUsage => ({
  requests: [],
  condensations: [],
  ...usage,
})

const messages = [question('big', 10), answer(20), question('small', 30), answer(40)]

/** What classic condensation leaves: the first message, the summary, and those that it kept. */
const condensedAway = (before: string, after: string): readonly Message[] => [
  question(before, 10),
  { role: 'assistant', content: 'Summary', ts: 80, isSummary: true },
  question(after, 80),
  answer(84),
  question(after, 100),
  answer(110),
]

it.each<[string, readonly Message[], Partial<RecordedUsage>, ReturnType<typeof groupUsageByModel>]>([
  [
    'gives each request and its cost to the model that it names, whatever the last one was',
    [],
    {
      requests: [
        { ts: 1, costUsd: 2, modelId: 'big' },
        { ts: 2, costUsd: 3, modelId: 'big' },
        { ts: 3, costUsd: 0.5, modelId: 'small' },
      ],
    },
    [
      { model: 'big', requests: 2, costUsd: 5 },
      { model: 'small', requests: 1, costUsd: 0.5 },
    ],
  ],
  [
    'reads the model off the environment where requests name none',
    messages,
    {
      requests: [
        { ts: 15, costUsd: 1 },
        { ts: 35, costUsd: 2 },
      ],
    },
    [
      { model: 'big', requests: 1, costUsd: 1 },
      { model: 'small', requests: 1, costUsd: 2 },
    ],
  ],
  [
    'counts what tells of no model to the one before it, and at the start to the next one',
    [],
    {
      requests: [{ ts: 1 }, { ts: 2, modelId: 'big', costUsd: 1 }, { ts: 3, costUsd: 4 }],
    },
    [{ model: 'big', requests: 3, costUsd: 5 }],
  ],
  [
    'reads the model off the last environment before a request whose answer is gone',
    [question('big', 10), question('small', 30), answer(40)],
    {
      requests: [
        { ts: 15, costUsd: 1 },
        { ts: 20, costUsd: 1 },
        { ts: 35, costUsd: 2 },
      ],
    },
    [
      { model: 'big', requests: 2, costUsd: 2 },
      { model: 'small', requests: 1, costUsd: 2 },
    ],
  ],
  [
    'knows no model of requests whose messages were condensed away between two models, but of one whose answer was kept',
    condensedAway('big', 'small'),
    {
      requests: [
        { ts: 9, costUsd: 1 },
        { ts: 20, costUsd: 2 },
        { ts: 79, costUsd: 4 },
        { ts: 99, costUsd: 8 },
      ],
      condensations: [{ ts: 85, costUsd: 0.5 }],
    },
    [
      { model: null, requests: 2, costUsd: 3 },
      { model: 'small', requests: 2, costUsd: 12.5 },
    ],
  ],
  [
    'but knows it where the environments on both sides of them name the same one, and where they name one themselves',
    condensedAway('big', 'big'),
    {
      requests: [{ ts: 9 }, { ts: 20 }, { ts: 25, modelId: 'other' }, { ts: 99 }],
      condensations: [{ ts: 85 }],
    },
    [
      { model: 'big', requests: 3, costUsd: null },
      { model: 'other', requests: 1, costUsd: null },
    ],
  ],
  [
    'lists no model for them where no other request is left',
    condensedAway('big', 'small').slice(0, 3),
    { requests: [{ ts: 20, costUsd: 2 }], condensations: [{ ts: 85 }] },
    [{ model: null, requests: 1, costUsd: 2 }],
  ],
  [
    'adds a condensation to the model in force',
    [],
    {
      requests: [
        { ts: 1, costUsd: 1, modelId: 'big' },
        { ts: 5, costUsd: 1, modelId: 'small' },
      ],
      condensations: [{ ts: 3, costUsd: 0.25 }, { costUsd: 0.5 }, { ts: 9, costUsd: 7 }],
    },
    [
      { model: 'big', requests: 1, costUsd: 1.75 },
      { model: 'small', requests: 1, costUsd: 8 },
    ],
  ],
  [
    'knows the cost of a condensation where no request has one',
    [],
    { requests: [{ ts: 1, modelId: 'big' }], condensations: [{ ts: 2, costUsd: 1 }] },
    [{ model: 'big', requests: 1, costUsd: 1 }],
  ],
  [
    'knows no cost where none is recorded, as of an aborted request with neither tokens nor a cost',
    [],
    { requests: [{ ts: 1, modelId: 'big', costUsd: 0 }], condensations: [{ ts: 2 }] },
    [{ model: 'big', requests: 1, costUsd: null }],
  ],
  [
    'takes the listed model where nothing tells of any',
    [],
    { requests: [{ ts: 1, tokensIn: 5, costUsd: 0 }] },
    [{ model: 'listed', requests: 1, costUsd: 0 }],
  ],
  [
    'names the models of the messages where no request is recorded',
    [...messages, question('small', 50)],
    {},
    [
      { model: 'small', requests: 0, costUsd: null },
      { model: 'big', requests: 0, costUsd: null },
    ],
  ],
  [
    'gives what was paid without a request to the first of them',
    [question('small', 50), ...messages],
    { condensations: [{ ts: 60, costUsd: 2 }] },
    [
      { model: 'small', requests: 0, costUsd: 2 },
      { model: 'big', requests: 0, costUsd: null },
    ],
  ],
  [
    'knows no cost of a model of which none is recorded',
    [],
    {
      requests: [
        { ts: 1, costUsd: 2, modelId: 'big' },
        { ts: 2, modelId: 'small' },
      ],
    },
    [
      { model: 'big', requests: 1, costUsd: 2 },
      { model: 'small', requests: 1, costUsd: null },
    ],
  ],
  [
    'gives what is recorded of the whole session to its only model',
    [],
    {
      requests: [
        { ts: 1, modelId: 'big' },
        { ts: 2, modelId: 'big' },
      ],
      session: { costUsd: 2 },
    },
    [{ model: 'big', requests: 2, costUsd: 2 }],
  ],
  [
    'gives it to none of several',
    [],
    {
      requests: [
        { ts: 1, modelId: 'big' },
        { ts: 2, modelId: 'small' },
      ],
      session: { costUsd: 2 },
    },
    [
      { model: 'big', requests: 1, costUsd: null },
      { model: 'small', requests: 1, costUsd: null },
    ],
  ],
  ['has one entry at least', [], {}, [{ model: 'listed', requests: 0, costUsd: null }]],
])('%s', (_, history, usage, expected) => {
  const task = { messages: history, usage: makeUsage(usage) }
  const models = findRequestModels(history, task.usage, matchRequests(history, task.usage))
  expect(
    groupUsageByModel(
      task,
      models.map(({ value }) => value),
      'listed',
    ),
  ).toEqual(expected)
})
