import { describe, expect, it } from 'vitest'
import { readExperimentFile } from './read-experiment-file.ts'

const metrics = [
  { id: 'reduction', group: 'compression', needsModel: false },
  { id: 'validity', group: 'validity', needsModel: false },
  { id: 'continuation-recall', group: 'continuation', needsModel: false },
  { id: 'probe-grade', group: 'probes', needsModel: true },
] as const

const read = (text: string) => readExperimentFile(text, metrics)

/** `line:column path: message` for each issue. */
function formatFileIssues(text: string): readonly string[] {
  const answer = read(text)
  return answer.ok
    ? []
    : answer.issues.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`)
}

const whole = `name: prompt v6 against v7
question: Which keeps more?
tasks: [./tasks/*]
checkpoints: { at: [0.5, 0.7, trigger], window: 128000 }
variants:
  - { id: v6, provider: native, prompt: prompts/v6.md, profile: local }
  - id: balanced
    provider: smart
    preset: balanced
    settings: { passes: [1, null, { deep: true }] }
repeats: 3
budgetUsd: 0.50
metrics: [compression, validity, probes]
judge: { profile: local }
margins: { reduction: 2 }
assert:
  - { metric: reduction, variant: balanced, min: 40 }
  - { metric: validity, min: 1 }
baseline: v6
`
const short = (more: string) => `name: n\ntasks: [t]\nvariants: [{ id: a, provider: smart }]\n${more}`

describe('an experiment', () => {
  it('is read with its defaults filled in', () => {
    expect(read(whole)).toEqual({
      ok: true,
      file: {
        name: 'prompt v6 against v7',
        question: 'Which keeps more?',
        tasks: ['./tasks/*'],
        checkpoints: { at: [0.5, 0.7, 'trigger'], window: 128_000, threshold: 80 },
        variants: [
          { id: 'v6', provider: 'native', prompt: 'prompts/v6.md', profile: 'local' },
          {
            id: 'balanced',
            provider: 'smart',
            preset: 'balanced',
            settings: { passes: [1, null, { deep: true }] },
          },
        ],
        repeats: 3,
        concurrency: 4,
        budgetUsd: 0.5,
        metrics: ['compression', 'validity', 'probes'],
        judge: { profile: 'local', probes: 8, steps: 3 },
        margins: { reduction: 2 },
        assert: [
          { metric: 'reduction', variant: 'balanced', min: 40 },
          { metric: 'validity', min: 1 },
        ],
        baseline: 'v6',
        seed: 1,
      },
    })
  })

  it('may be JSON, begin with a byte order mark, end its lines as Windows does, and use aliases', () => {
    const json = JSON.stringify({ name: 'n', tasks: ['t'], variants: [{ id: 'a', provider: 'smart' }] })
    const plain = read(short(''))
    expect(plain).toMatchObject({ ok: true, file: { name: 'n' } })
    expect(read(json)).toEqual(plain)
    expect(read(`\uFEFF${short('')}`.replaceAll('\n', '\r\n'))).toEqual(plain)
    const aliased = `name: n\ntasks: [t]\nvariants:\n  - { id: a, provider: &p smart }\n  - { id: b, provider: *p }`
    expect(read(aliased)).toMatchObject({ ok: true, file: { variants: [{}, { provider: 'smart' }] } })
  })
})

describe('what does not fit is said with its place', () => {
  it.each([
    [
      'a missing key, at what lacks it',
      'name: n\ntasks: [t]\nvariants:\n  - id: a',
      ['4:5 variants.0.provider: provider is missing.'],
    ],
    ['several at once', 'name: n', ['1:1 tasks: tasks is missing.', '1:1 variants: variants is missing.']],
    [
      'an id of digits, which YAML takes for a number',
      'name: n\ntasks: [284719265301]\nvariants: [{ id: a, provider: smart }]',
      ['2:9 tasks.0: Item 1 of tasks must be text, not a number (put it in quotes).'],
    ],
    [
      'one of a map further in, at its name',
      short('judge:\n  probes: 3'),
      ['4:1 judge.profile: profile is missing.'],
    ],
    [
      'a key that nobody knows, with the one that was meant',
      short('repeat: 2'),
      ['4:1 repeat: There is no key repeat here. Did you mean repeats?'],
    ],
    [
      'one further in',
      short('checkpoints: { at: [0.5], windows: 3 }'),
      ['4:27 checkpoints.windows: There is no key windows here. Did you mean window?'],
    ],
    [
      'one of an item of a list',
      'name: n\ntasks: [t]\nvariants:\n  - id: a\n    provder: x\n    provider: smart',
      ['5:5 variants.0.provder: There is no key provder here. Did you mean provider?'],
    ],
    ['one like no other', short('colour: red'), ['4:1 colour: There is no key colour here.']],
    ['a word for a number', short('repeats: many'), ['4:10 repeats: repeats must be a number, not text.']],
    [
      'a share for a whole number',
      short('repeats: 1.5'),
      ['4:10 repeats: repeats must be a whole number, not 1.5.'],
    ],
    [
      'a number that is none',
      short('budgetUsd: .nan'),
      ['4:12 budgetUsd: budgetUsd must be a number, not NaN.'],
    ],
    [
      'a number without end',
      short('budgetUsd: .inf'),
      ['4:12 budgetUsd: budgetUsd must be a number, not Infinity.'],
    ],
    [
      'a number in settings that JSON has not',
      'name: n\ntasks: [t]\nvariants:\n  - { id: a, provider: smart, settings: { x: .inf } }',
      ['4:46 variants.0.settings.x: x holds a value that cannot be kept here.'],
    ],
    ['too few', short('repeats: 0'), ['4:10 repeats: repeats must be at least 1.']],
    ['too many', short('repeats: 1000'), ['4:10 repeats: repeats must be at most 100.']],
    [
      'nothing where a list must be',
      'name: n\ntasks:\nvariants: [{ id: a, provider: smart }]',
      ['2:7 tasks: tasks must be a list, not empty.'],
    ],
    [
      'an empty list',
      'name: n\ntasks: []\nvariants: [{ id: a, provider: smart }]',
      ['2:8 tasks: tasks must not be empty.'],
    ],
    [
      'a list for a map',
      short('judge: [local]'),
      ['4:8 judge: judge must be a map of keys and values, not a list.'],
    ],
    [
      'a map for a list',
      'name: n\ntasks: { a: 1 }\nvariants: [{ id: a, provider: smart }]',
      ['2:8 tasks: tasks must be a list, not a map.'],
    ],
    [
      'a cut beyond the task',
      short('checkpoints: { at: [0.5, 1] }'),
      ['4:26 checkpoints.at.1: Item 2 of at must lie between 0 and 1.'],
    ],
    [
      'a cut that is no word for one',
      short('checkpoints: { at: [end] }'),
      ['4:21 checkpoints.at.0: Item 1 of at must be a number, or one of default, recorded, trigger.'],
    ],
    [
      'an id that files cannot have',
      'name: n\ntasks: [t]\nvariants: [{ id: a/b, provider: smart }]',
      ['3:18 variants.0.id: id may hold letters, digits, dots, dashes and underscores, 64 at most.'],
    ],
    [
      'an id that is empty',
      "name: n\ntasks: [t]\nvariants: [{ id: '', provider: smart }]",
      ['3:18 variants.0.id: id is missing.'],
    ],
    [
      'an assertion that asserts nothing',
      short('assert: [{ metric: reduction }]'),
      ['4:10 assert.0: Item 1 of assert needs min, max or verdict.'],
    ],
    [
      'a verdict that is no word for one',
      short('assert: [{ metric: reduction, verdict: good }]'),
      ['4:40 assert.0.verdict: verdict must be one of better, not-worse.'],
    ],
    [
      'a list where the experiment must be',
      '- name: n',
      ['1:1 : The experiment must be a map of keys and values, not a list.'],
    ],
    ['words', 'just words', ['1:1 : The experiment must be a map of keys and values, not text.']],
    ['nothing', '# only a comment', ['1:1 : The file is empty.']],
  ])('%s', (_name, text, expected) => {
    expect(formatFileIssues(text)).toEqual(expected)
  })
})

describe('what cannot hold together is said with its place', () => {
  const two = 'name: n\ntasks: [t]\nvariants: [{ id: a, provider: smart }, { id: b, provider: smart }]\n'
  it.each([
    [
      'two variants of one name',
      two.replace('id: b', 'id: a'),
      ['3:46 variants.1.id: Another variant is called a already.'],
    ],
    [
      'a baseline that is no variant',
      `${two}baseline: c`,
      ['4:11 baseline: There is no variant c. Did you mean a?'],
    ],
    [
      'a metric that nobody knows',
      `${two}metrics: [compresion]`,
      ['4:11 metrics.0: There is no metric or group of metrics compresion. Did you mean compression?'],
    ],
    [
      'a margin of such a metric',
      `${two}margins: { reductions: 1 }`,
      ['4:24 margins.reductions: There is no metric reductions. Did you mean reduction?'],
    ],
    [
      'an assertion on a group',
      `${two}assert: [{ metric: compression, min: 1 }]`,
      ['4:20 assert.0.metric: There is no metric compression.'],
    ],
    [
      'an assertion on nobody',
      `${two}assert: [{ metric: reduction, min: 1, variant: balanced }]`,
      ['4:48 assert.0.variant: There is no variant balanced.'],
    ],
    [
      'an assertion on what is not measured',
      `${two}metrics: [validity]\nassert: [{ metric: reduction, min: 1 }]`,
      ['5:20 assert.0.metric: reduction is not measured: add compression to metrics.'],
    ],
    [
      'bounds the wrong way round',
      `${two}assert: [{ metric: reduction, min: 3, max: 2 }]`,
      ['4:36 assert.0.min: min is above max.'],
    ],
    [
      'a baseline against itself',
      `${two}assert: [{ metric: reduction, verdict: better, variant: a }]`,
      ['4:40 assert.0.verdict: a is the baseline itself.'],
    ],
    [
      'a verdict where there is nothing to compare',
      short('assert: [{ metric: reduction, verdict: not-worse }]'),
      ['4:40 assert.0.verdict: There is no variant besides the baseline to compare.'],
    ],
    [
      'questions to no model',
      `${two}metrics: [validity, probes]`,
      ['4:21 metrics.1: probes asks a model: name one with judge, such as judge: { profile: local }.'],
    ],
    [
      'one metric that asks no model',
      `${two}metrics: [probe-grade]`,
      ['4:11 metrics.0: probe-grade asks a model: name one with judge, such as judge: { profile: local }.'],
    ],
  ])('%s', (_name, text, expected) => {
    expect(formatFileIssues(text)).toEqual(expected)
  })
})
