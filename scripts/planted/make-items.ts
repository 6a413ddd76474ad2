import type { PlantedItem, PlantedKind } from '../../src/main/measure/planted/planted-item.ts'
import { word } from '../sample/library/logs.ts'
import { between, pick, type Random } from '../sample/random.ts'

/** A planted item, and a line about another thing that looks like it and is not what is asked for. */
export type Planted = { readonly item: PlantedItem; readonly distractor: string }

const areas =
  'billing,orders,parcels,harbours,tenants,invoices,vouchers,routes,sensors,ledgers,tickets,rosters'.split(
    ',',
  )
const parts = 'export,import,cache,index,queue,mailer,report,archive,webhook,scheduler,gateway,audit'.split(
  ',',
)
const people = 'Ines,Tomas,Aiko,Bram,Leyla,Oskar,Priya,Mateo'.split(',')

/** Names that a history has not used, so that no item is taken for another. */
function createNames(random: Random) {
  const used = new Set<string>()
  const isNew = (name: string): boolean => !used.has(name) && used.add(name) !== undefined
  const draw = (make: () => string): string => {
    for (;;) {
      const name = make()
      if (isNew(name)) return name
    }
  }
  const pair = (joint: string): string => draw(() => `${pick(random, areas)}${joint}${pick(random, parts)}`)
  return {
    pair,
    code: () => draw(() => `${word(random, 2).toUpperCase()}-${between(random, 100, 999)}`),
    number: () => draw(() => String(between(random, 1100, 9899))),
    tool: () =>
      draw(() => `${pick(random, ['fast', 'open', 'tiny', 'pico', 'iron', 'blue'])}${pick(random, parts)}`),
  }
}
type Names = ReturnType<typeof createNames>

type Maker = (names: Names, random: Random) => Planted

/** A thing with a state that changes: each state with the ways to write it, and the sentences that say it. */
function makeStateful(
  kind: PlantedKind,
  key: string,
  question: string,
  states: readonly { readonly forms: readonly string[]; readonly said: string }[],
  distractor: string,
): Planted {
  const current = states.at(-1)?.forms ?? []
  const stale = states.slice(0, -1).flatMap(({ forms }) => forms)
  const statements = states.map(({ said }) => said)
  return {
    item: {
      kind,
      key,
      question,
      statements,
      current,
      stale: stale.filter((form) => !current.includes(form)),
    },
    distractor,
  }
}

const makeRule: Maker = (names, random) => {
  const [key, other] = [names.pair(' '), names.pair(' ')]
  const [code, wrong] = [names.code(), names.code()]
  const said = pick(random, [
    `From now on every commit for the ${key} carries the tag ${code}.`,
    `Please always put ${code} into commits that touch the ${key}.`,
    `One rule for the ${key}: no commit without ${code} in its subject.`,
  ])
  return makeStateful(
    'rule',
    key,
    `Which tag must commits for the ${key} carry?`,
    [{ forms: [code], said }],
    `Contributors put ${wrong} into commits for the ${other}.`,
  )
}

const makeWithdrawnRule: Maker = (names, random) => {
  const [key, other] = [`src/${names.pair('/')}.ts`, `src/${names.pair('/')}.ts`]
  const before = pick(random, [
    `Never touch ${key} without asking me.`,
    `You must never edit ${key}, it is generated.`,
  ])
  const after = pick(random, [
    `The rule about ${key} is withdrawn.`,
    `Forget what I said: my ban on ${key} is withdrawn.`,
  ])
  return makeStateful(
    'rule',
    key,
    `Is the rule about ${key} in force or withdrawn?`,
    [
      { forms: ['never', 'in force'], said: before },
      { forms: ['withdrawn', 'lifted'], said: after },
    ],
    `Never edit ${other} by hand.`,
  )
}

const makeValue: Maker = (names, random) => {
  const key = names.pair('_').toUpperCase() + pick(random, ['_PORT', '_LIMIT', '_TIMEOUT_MS'])
  const values = Array.from({ length: between(random, 2, 3) }, () => names.number())
  const states = values.map((value, at) => ({
    forms: [value],
    said:
      at === 0
        ? pick(random, [
            `Use ${key}=${value} for now.`,
            `${key} is ${value} here.`,
            `We run with ${key} at ${value}.`,
          ])
        : pick(random, [
            `Change ${key} to ${value}.`,
            `I was told otherwise: ${key} has to be ${value}.`,
            `Make that ${value} for ${key}.`,
          ]),
  }))
  return makeStateful('value', key, `What is ${key} now?`, states, `${key}_TEST=${names.number()}`)
}

const makeDecision: Maker = (names, random) => {
  const [key, tool, cost] = [names.pair(' '), names.tool(), `${names.number()} ms`]
  const said = pick(random, [
    `For the ${key} we take ${tool}, because the other one needed ${cost}.`,
    `Decision: the ${key} is built on ${tool}, since anything else was at ${cost}.`,
  ])
  return makeStateful(
    'decision',
    key,
    `What was measured that decided about the ${key}?`,
    [{ forms: [cost], said }],
    `The ${names.pair(' ')} took ${names.number()} ms.`,
  )
}

const makeReversedDecision: Maker = (names, random) => {
  const [key, first, second] = [names.pair(' '), names.tool(), names.tool()]
  return makeStateful(
    'decision',
    key,
    `Which library does the ${key} use?`,
    [
      {
        forms: [first],
        said: pick(random, [`For the ${key} let us go with ${first}.`, `The ${key} gets ${first}.`]),
      },
      {
        forms: [second],
        said: pick(random, [
          `I changed my mind, the ${key} uses ${second} instead of ${first}.`,
          `We reverse that: ${second} for the ${key}, because its licence fits.`,
        ]),
      },
    ],
    `The ${names.pair(' ')} depends on ${first}.`,
  )
}

const makeError: Maker = (names, random) => {
  const [key, cause, other] = [
    `E_${names.pair('_').toUpperCase()}`,
    `${names.pair('_')}_ttl`,
    names.pair('_'),
  ]
  const said = pick(random, [
    `The cause of ${key} is ${cause}, which is read before it is set.`,
    `Found it: ${key} comes from ${cause}.`,
    `${key} happens when ${cause} is empty.`,
  ])
  return makeStateful(
    'error',
    key,
    `What causes ${key}?`,
    [{ forms: [cause], said }],
    `warning: ${key}_RETRY mentions ${other}_ttl`,
  )
}

const makeOutcome: Maker = (names, random) => {
  const key = `check:${names.pair('-')}`
  const passed = {
    forms: ['passed', 'passes', 'green'],
    said: pick(random, [`${key} passed.`, `Now ${key} passes.`]),
  }
  const failed = {
    forms: ['failed', 'fails', 'red'],
    said: pick(random, [`${key} failed.`, `At the moment ${key} fails.`]),
  }
  const reverted = { forms: ['reverted'], said: `The change for ${key} is reverted.` }
  const fixed = { forms: ['fixed'], said: `${key} is fixed.` }
  const states = pick(random, [
    [failed, passed],
    [passed, failed],
    [failed, fixed],
    [passed, reverted],
  ])
  return makeStateful(
    'outcome',
    key,
    `How does ${key} stand: passed, failed, fixed or reverted?`,
    states,
    `check:${names.pair('-')} ${pick(random, ['passed', 'failed'])}`,
  )
}

const makeFile: Maker = (names, random) => {
  const [key, target] = [`lib/${names.pair('-')}.ts`, `lib/${names.pair('/')}.ts`]
  const before = { forms: ['needed', 'unchanged'], said: `${key} is still needed.` }
  const after = pick(random, [
    {
      forms: [target],
      said: pick(random, [`I moved ${key} to ${target}.`, `${key} now lives in ${target}.`]),
    },
    { forms: ['deleted', 'removed'], said: pick(random, [`I deleted ${key}.`, `${key} is removed.`]) },
  ])
  return makeStateful(
    'file',
    key,
    `What became of ${key}?`,
    [before, after],
    `lib/${names.pair('-')}.ts deleted upstream`,
  )
}

const makeOpenTask: Maker = (names, random) => {
  const key = `${pick(random, ['backfill', 'rotate', 'document'])}-${names.pair('-')}`
  const open = {
    forms: ['open', 'pending'],
    said: pick(random, [`${key} is open.`, `Left for later: ${key} stays open.`]),
  }
  const done = {
    forms: ['done', 'closed', 'completed'],
    said: pick(random, [`${key} is done.`, `Closed ${key}.`]),
  }
  const states = pick(random, [
    [done, open],
    [open, done],
  ])
  return makeStateful('open-task', key, `Is ${key} open or done?`, states, `- ${names.pair('-')} open`)
}

const makeFact: Maker = (names, random) => {
  const [key, value] = [names.pair(' '), names.code().toLowerCase()]
  const person = pick(random, people)
  const said = pick(random, [
    `By the way, ${person} keeps the ${key} in the region ${value}.`,
    `${person} told me that the ${key} of staging sits in ${value}.`,
  ])
  return makeStateful(
    'fact',
    key,
    `Where does the ${key} run?`,
    [{ forms: [value], said }],
    `The ${names.pair(' ')} of ${pick(random, people)} is ${names.code().toLowerCase()}.`,
  )
}

/** Each kind twice at least, as standing and as changed. */
const always: readonly Maker[] = [
  makeRule,
  makeRule,
  makeWithdrawnRule,
  makeValue,
  makeValue,
  makeValue,
  makeDecision,
  makeDecision,
  makeReversedDecision,
  makeError,
  makeError,
  makeError,
  makeOutcome,
  makeOutcome,
  makeOutcome,
  makeFile,
  makeFile,
  makeOpenTask,
  makeOpenTask,
  makeFact,
  makeFact,
  makeFact,
]
const sometimes: readonly Maker[] = [
  makeRule,
  makeWithdrawnRule,
  makeDecision,
  makeReversedDecision,
  makeOutcome,
  makeFile,
  makeOpenTask,
]

/** What is planted in one history: 22 to 29 items of eight kinds, with a distractor for each. */
export function makeItems(random: Random): readonly Planted[] {
  const names = createNames(random)
  return [...always, ...sometimes.filter(() => random() < 0.5)].map((make) => make(names, random))
}
