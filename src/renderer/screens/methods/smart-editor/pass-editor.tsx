import { SegmentedControl, ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import { NumberField } from '../../../ui/components/editor-fields/number-field.tsx'
import {
  readJsonAtPath,
  isRecord,
  type JsonPath,
} from '../../../ui/components/editor-fields/read-json-at-path.ts'
import { TextField } from '../../../ui/components/editor-fields/text-field.tsx'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'
import { Block, Column, Grid, Inline, Note, Row } from '../../../ui/layout/layout.tsx'
import { EditorSection } from './editor-section.tsx'
import { KindChoice } from './kind-choice.tsx'
import { OperationField, OperationBadges, CostNote, ProfileField } from './operation-field.tsx'
import { contents } from './operations.ts'
import { SelectionFields } from './selection-fields.tsx'
import styles from './smart-editor.module.css'

const kinds = [
  { kind: 'keep', label: 'Keep', begin: { operation: 'keep' } },
  {
    kind: 'summarize',
    label: 'Summarise',
    begin: { operation: 'summarize', summarizationConfig: { keepFirst: 1, keepLast: 0, maxTokens: 2000 } },
  },
]

const keep = { operation: 'keep' }

const beginnings = {
  individual: {
    individualConfig: { defaults: { messageText: keep, toolParameters: keep, toolResults: keep } },
  },
  batch: {
    batchConfig: {
      operation: 'summarize',
      summarizationConfig: { keepFirst: 1, keepLast: 0, maxTokens: 2000 },
    },
  },
}

const executions = [
  { kind: 'always', label: 'Always', begin: { type: 'always' } },
  {
    kind: 'conditional',
    label: 'Only above a size',
    begin: { type: 'conditional', condition: { tokenThreshold: 40_000 } },
  },
]

/** One pass: its name, which messages, what is done to them, and when. */
export function PassEditor({ index }: { readonly index: number }) {
  const path: JsonPath = ['passes', index]
  const { value } = useField(path)
  return (
    <>
      <EditorSection title="Pass">
        <Grid columns="3fr 2fr" gap="md">
          <TextField path={[...path, 'name']} label="Name" />
          <TextField path={[...path, 'id']} label="Id" />
        </Grid>
        <TextField path={[...path, 'description']} label="Description" placeholder="none" isOptional isLong />
      </EditorSection>
      <EditorSection title="Which messages">
        <SelectionFields path={[...path, 'selection']} />
      </EditorSection>
      <EditorSection title="What is done to them">
        <ModeChoice path={path} />
        {readJsonAtPath(value, ['mode']) === 'batch' ? (
          <BatchFields path={[...path, 'batchConfig']} />
        ) : (
          <PartFields path={[...path, 'individualConfig']} />
        )}
      </EditorSection>
      <EditorSection title="When">
        <KindChoice path={[...path, 'execution']} label="When" tag="type" kinds={executions} />
        {readJsonAtPath(value, ['execution', 'type']) === 'conditional' && (
          <NumberField
            path={[...path, 'execution', 'condition', 'tokenThreshold']}
            label="Only above"
            unit="tok"
          />
        )}
      </EditorSection>
    </>
  )
}

function PartFields({ path }: { readonly path: JsonPath }) {
  return (
    <>
      {contents.map((content) => (
        <OperationField
          key={content.key}
          path={[...path, 'defaults', content.key]}
          content={content}
          otherwise={content.otherwise}
        />
      ))}
      <Block component="h4" mt="xs" fz="xs" fw={500} lh="16px">
        Exceptions for single messages
      </Block>
      <OverridesFields path={[...path, 'overrides']} />
    </>
  )
}

/** Whether a pass treats its messages part by part or as one. The other way begins anew. */
function ModeChoice({ path }: { readonly path: JsonPath }) {
  const { value, set } = useField(path)
  const pass = isRecord(value) ? value : {}
  const mode = pass['mode'] === 'batch' ? 'batch' : 'individual'
  return (
    <SegmentedControl
      aria-label="How the messages are treated"
      data={[
        { value: 'individual', label: 'Each part by itself' },
        { value: 'batch', label: 'All together, as one' },
      ]}
      value={mode}
      onChange={(next) => {
        const chosen = next === 'batch' ? 'batch' : 'individual'
        const { individualConfig: _parts, batchConfig: _whole, ...common } = pass
        set({ ...common, mode: chosen, ...beginnings[chosen] })
      }}
    />
  )
}

/** What becomes of the selected messages when they are treated as one. */
function BatchFields({ path }: { readonly path: JsonPath }) {
  const { value } = useField(path)
  const isSummary = readJsonAtPath(value, ['operation']) === 'summarize'
  const config = [...path, 'summarizationConfig']
  return (
    <>
      <Row wrap gap="xs 6px" w="100%">
        <KindChoice path={path} label="What is done to them" tag="operation" kinds={kinds} />
        <OperationBadges operation={isSummary ? 'summarize' : 'keep'} />
        {isSummary && <CostNote path={path} />}
      </Row>
      {isSummary && (
        <>
          <div className={styles.fields}>
            <ProfileField path={[...config, 'apiProfile']} />
            <NumberField path={[...config, 'maxTokens']} label="Longest summary" unit="tok" width={130} />
            <NumberField path={[...config, 'keepFirst']} label="Kept at the start" width={120} />
            <NumberField path={[...config, 'keepLast']} label="Kept at the end" width={120} />
          </div>
          <TextField
            path={[...config, 'customPrompt']}
            label="Prompt of your own"
            placeholder="the built-in one"
            isOptional
            isLong
          />
        </>
      )}
    </>
  )
}

/** Messages that a pass treats in a way of their own, by their place in the history. */
function OverridesFields({ path }: { readonly path: JsonPath }) {
  const { value, error, set } = useField(path)
  const overrides = Array.isArray(value) ? value : []
  return (
    <>
      {error !== undefined && <Note tone="bad">{error}</Note>}
      {overrides.map((override, index) => (
        // The place in the list is all that an override is known by.
        <Column key={index} component="fieldset" line="around" gap="sm" w="100%" p={10}>
          <VisuallyHidden component="legend">{describeOverride(override)}</VisuallyHidden>
          <Row wrap gap="xs 6px" w="100%">
            <NumberField path={[...path, index, 'messageIndex']} label="Message" width={104} />
            <Inline flex={1} />
            <ActionIcon
              aria-label={`Remove the exception for ${describeOverride(override)}`}
              title="Remove"
              onClick={() => {
                const rest = overrides.toSpliced(index, 1)
                set(rest.length === 0 ? undefined : rest)
              }}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </Row>
          {contents.map((content) => (
            <OperationField
              key={content.key}
              path={[...path, index, 'operations', content.key]}
              content={content}
              otherwise="As the pass"
            />
          ))}
        </Column>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set([...overrides, createOverride(overrides)])}
        >
          Add an exception
        </Button>
      </div>
    </>
  )
}

function describeOverride(override: JsonValue): string {
  const index = readJsonAtPath(override, ['messageIndex'])
  return typeof index === 'number' ? `message ${index}` : 'a message'
}

/** The message behind the last one that has an exception, kept as it is. */
function createOverride(overrides: readonly JsonValue[]): JsonValue {
  const places = overrides.map((override) => readJsonAtPath(override, ['messageIndex']))
  const last = places.reduce<number>(
    (most, place) => (typeof place === 'number' ? Math.max(most, place) : most),
    0,
  )
  const keep = { operation: 'keep' }
  return {
    messageIndex: last + 1,
    operations: { messageText: keep, toolParameters: keep, toolResults: keep },
  }
}
