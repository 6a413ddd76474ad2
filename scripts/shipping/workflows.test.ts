import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')
const files = ['.github/workflows/test.yml', '.github/workflows/release.yml', 'action.yml']
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

const stepSchema = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
})
const stepsSchema = z.array(stepSchema)
const jobSchema = z.looseObject({
  permissions: z.record(z.string(), z.string()).optional(),
  steps: stepsSchema.optional(),
})
const workflowSchema = z.looseObject({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), jobSchema),
})
const actionSchema = z.looseObject({ runs: z.looseObject({ steps: stepsSchema }) })

function stepsOf(file: string): z.infer<typeof stepsSchema> {
  const value: unknown = parse(textOf(file))
  if (file === 'action.yml') return actionSchema.parse(value).runs.steps
  return Object.values(workflowSchema.parse(value).jobs).flatMap(({ steps = [] }) => steps)
}

describe.each(files)('%s', (file) => {
  it('uses actions of others by a commit, which no tag can move, with the version beside it', () => {
    const used = [...textOf(file).matchAll(/uses: (?!\.\/)(.+)$/gm)].map(([, name]) => name ?? '')
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((name) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([])
  })

  it('runs scripts that are there', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(textOf('package.json')))
    const named = stepsOf(file).flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? ''),
    )
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('puts nothing into a line of a shell that whoever starts it chooses', () => {
    const inserted = stepsOf(file).flatMap(({ run = '' }) =>
      [...run.matchAll(/\$\{\{\s*(.+?)\s*\}\}/g)].map(([, name]) => name ?? ''),
    )
    expect(inserted.filter((name) => !name.startsWith('matrix.'))).toEqual([])
  })
})

describe.each(['test', 'release'])('the workflow %s', (name) => {
  const file = `.github/workflows/${name}.yml`
  const workflow = workflowSchema.parse(parse(textOf(file)))

  it('may read the repository, and keeps no token of it where scripts of packages run', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const checkouts = stepsOf(file).filter(({ uses = '' }) => uses.startsWith('actions/checkout@'))
    expect(checkouts.length).toBeGreaterThan(0)
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
  })

  it('gives more rights to the draft of a release alone, which runs no code of packages', () => {
    const more = Object.entries(workflow.jobs).filter(([, job]) => job.permissions !== undefined)
    expect(more.map(([job]) => job)).toEqual(name === 'release' ? ['draft'] : [])
    for (const [, { steps = [] }] of more)
      expect(steps.map(({ run = '' }) => run).join('\n')).not.toMatch(/\bnpm\b|\bnpx\b|\bnode\b/)
  })

  it('has secrets only where a tag starts it, so that no fork sees any', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
    const isByTag = JSON.stringify(workflow.on) === JSON.stringify({ push: { tags: ['v*'] } })
    expect(isByTag || !textOf(file).includes('secrets.')).toBe(true)
    expect(isByTag).toBe(name === 'release')
  })
})
