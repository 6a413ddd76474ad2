import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { convertSchemaToFields, describeUnplacedIssues } from './convert-schema-to-fields.ts'

const readFields = (schema: z.ZodType) => convertSchemaToFields(z.toJSONSchema(schema, { io: 'input' }))

describe('reading a settings schema as a form', () => {
  it('gives every scalar its widget, with bounds, titles and descriptions', () => {
    const fields = readFields(
      z.object({
        enabled: z.boolean().default(true).meta({ title: 'On', description: 'Whether it works.' }),
        maxLines: z.number().int().min(1).max(1000).default(5),
        ratio: z.number().min(0).max(1),
        anyWhole: z.number().int(),
        above: z.number().int().gt(3).lt(9),
        ellipsis: z.string().max(40),
        keep: z.enum(['latest', 'first']),
      }),
    )
    expect(fields).toEqual([
      { kind: 'switch', path: ['enabled'], label: 'On', description: 'Whether it works.', nullable: false },
      {
        kind: 'number',
        whole: true,
        min: 1,
        max: 1000,
        path: ['maxLines'],
        label: 'Max lines',
        description: '',
        nullable: false,
      },
      {
        kind: 'number',
        whole: false,
        min: 0,
        max: 1,
        path: ['ratio'],
        label: 'Ratio',
        description: '',
        nullable: false,
      },
      {
        kind: 'number',
        whole: true,
        min: null,
        max: null,
        path: ['anyWhole'],
        label: 'Any whole',
        description: '',
        nullable: false,
      },
      {
        kind: 'number',
        whole: true,
        min: 4,
        max: 8,
        path: ['above'],
        label: 'Above',
        description: '',
        nullable: false,
      },
      {
        kind: 'text',
        maxLength: 40,
        path: ['ellipsis'],
        label: 'Ellipsis',
        description: '',
        nullable: false,
      },
      {
        kind: 'select',
        options: ['latest', 'first'],
        path: ['keep'],
        label: 'Keep',
        description: '',
        nullable: false,
      },
    ])
  })

  it('reads null beside a type as an optional value', () => {
    const [limit, size] = readFields(
      z.object({ limit: z.number().int().positive().nullable(), size: z.enum(['s', 'l']).nullable() }),
    )
    expect(limit).toMatchObject({ kind: 'number', nullable: true, min: 1 })
    expect(size).toMatchObject({ kind: 'select', nullable: true, options: ['s', 'l'] })
    expect(convertSchemaToFields({ properties: { a: { type: ['string', 'null'] } } })[0]).toMatchObject({
      kind: 'text',
      nullable: true,
    })
  })

  it('nests objects and follows references', () => {
    const shared = z.object({ on: z.boolean() }).meta({ id: 'shared' })
    const fields = readFields(z.object({ reads: shared, writes: shared }))
    expect(fields.map((field) => field.kind)).toEqual(['group', 'group'])
    expect(fields[1]).toMatchObject({ fields: [{ kind: 'switch', path: ['writes', 'on'] }] })
  })

  it('reads a discriminated union as a choice, its tag taken out of the fields', () => {
    const [field] = readFields(
      z.object({
        results: z.discriminatedUnion('mode', [
          z.object({ mode: z.literal('keep') }),
          z.object({ mode: z.literal('truncate'), maxLines: z.number().int().default(5) }),
        ]),
      }),
    )
    expect(field).toMatchObject({
      kind: 'choice',
      tag: 'mode',
      variants: [
        { value: 'keep', label: 'Keep', fields: [], defaults: { mode: 'keep' } },
        {
          value: 'truncate',
          label: 'Truncate',
          fields: [{ kind: 'number', path: ['results', 'maxLines'] }],
          defaults: { mode: 'truncate', maxLines: 5 },
        },
      ],
    })
  })

  it('names what it has no widget for instead of leaving it out', () => {
    const fields = readFields(
      z.object({
        passes: z.array(z.object({})),
        free: z.record(z.string(), z.number()),
        any: z.json(),
      }),
    )
    expect(fields.map((field) => field.kind)).toEqual(['json-only', 'json-only', 'json-only'])
  })

  it('reads lists of texts, of objects and of steps', () => {
    const fields = readFields(
      z.object({
        command: z.array(z.string()).max(4),
        kinds: z.array(z.enum(['a', 'b'])),
        terms: z.array(z.object({ share: z.number().min(0).default(1), name: z.string() })).min(1),
        steps: z
          .array(z.object({ providerId: z.string(), presetId: z.string().optional() }))
          .min(1)
          .max(10),
      }),
    )
    expect(fields).toMatchObject([
      { kind: 'texts', path: ['command'], options: null, max: 4 },
      { kind: 'texts', options: ['a', 'b'], max: null },
      {
        kind: 'list',
        min: 1,
        max: null,
        fields: [{ path: ['share'] }, { path: ['name'] }],
        start: { share: 1, name: '' },
      },
      { kind: 'steps', min: 1, max: 10 },
    ])
    expect(
      describeUnplacedIssues(fields, [{ path: ['steps', 0, 'providerId'], message: 'is missing' }]),
    ).toEqual([])
  })

  it('reads a list of several shapes, with its templates and what may be left out', () => {
    const [field] = readFields(
      z.object({
        passes: z
          .array(
            z.discriminatedUnion('mode', [
              z.object({ mode: z.literal('batch'), about: z.string().optional(), most: z.int() }),
              z.object({ mode: z.literal('part') }).meta({ examples: [{ mode: 'part', odd: 1 }] }),
            ]),
          )
          .meta({ examples: [{ mode: 'batch', most: 9 }] }),
      }),
    )
    expect(field).toMatchObject({
      kind: 'list',
      start: { mode: 'batch', most: 0 },
      templates: [{ mode: 'batch', most: 9 }],
      fields: [
        {
          kind: 'choice',
          path: [],
          label: 'Mode',
          variants: [
            { fields: [{ path: ['about'], optional: true }, { path: ['most'] }] },
            { defaults: { mode: 'part', odd: 1 } },
          ],
        },
      ],
    })
    expect(field).not.toHaveProperty('fields.0.variants.0.fields.1.optional')
  })

  it.each([{}, { properties: null }, { type: 'string' }, { properties: { a: 7 } }])(
    'survives the schema %j',
    (schema) => {
      expect(() => convertSchemaToFields(schema)).not.toThrow()
    },
  )
})

describe('issues without a place in the form', () => {
  it('keeps those that no widget shows', () => {
    const base = { label: '', description: '', nullable: false }
    const issues = [
      { path: ['a'], message: 'shown at the field' },
      { path: ['b'], message: 'unknown key' },
      { path: [], message: 'not an object' },
    ]
    expect(describeUnplacedIssues([{ ...base, kind: 'switch', path: ['a'] }], issues)).toEqual([
      'b: unknown key',
      'not an object',
    ])
  })
})
