import { SegmentedControl, Select } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../../data/engine-context.ts'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import { NumberField } from '../../../ui/components/editor-fields/number-field.tsx'
import { readJsonAtPath, type JsonPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import { SwitchField } from '../../../ui/components/editor-fields/switch-field.tsx'
import { TextField } from '../../../ui/components/editor-fields/text-field.tsx'
import { Tag } from '../../../ui/components/tag.tsx'
import { Block, Inline, Note, Row } from '../../../ui/layout/layout.tsx'
import { byRole, buildModelChoices } from '../../condense/condense/model-choice.ts'
import { useOperationCost } from './operation-costs.ts'
import { beginOperation, operationLooks, type Content, type Operation } from './operations.ts'
import styles from './smart-editor.module.css'

/** Value of the choice for "not set here". No operation has this name. */
const otherwiseValue = 'otherwise'

type OperationFieldProps = {
  readonly path: JsonPath
  readonly content: Content
  /** What applies where none is set here, absent where one is required. */
  readonly otherwise?: string | undefined
}

/** What is done to one kind of content, what is expected of it, and its parameters. */
export function OperationField({ path, content, otherwise }: OperationFieldProps) {
  const { value, error, set } = useField(path)
  const chosen = content.operations.find((operation) => operation === readJsonAtPath(value, ['operation']))
  const choices = content.operations.map((operation) => ({
    value: operation,
    label: operationLooks[operation].label,
  }))
  return (
    <div className={styles.content} role="group" aria-label={content.label}>
      <Row wrap gap="xs 6px" w="100%">
        <Inline flex="none" w={104} fz="xs" fw={500}>
          {content.label}
        </Inline>
        <SegmentedControl
          aria-label={`What is done to: ${content.label}`}
          data={[
            ...(otherwise === undefined ? [] : [{ value: otherwiseValue, label: otherwise }]),
            ...choices,
          ]}
          value={chosen ?? (otherwise === undefined ? '' : otherwiseValue)}
          onChange={(next) => {
            const operation = content.operations.find((candidate) => candidate === next)
            set(operation === undefined ? undefined : beginOperation(operation, content.hasLines))
          }}
        />
        {chosen !== undefined && <OperationBadges operation={chosen} />}
        {chosen === 'summarize' && <CostNote path={path} />}
      </Row>
      {error !== undefined && <Note tone="bad">{error}</Note>}
      {chosen === 'truncate' && <CutFields path={[...path, 'params', 'truncate']} content={content} />}
      {chosen === 'summarize' && <SummaryFields path={[...path, 'params', 'summarize']} />}
    </div>
  )
}

function CutFields({ path, content }: { readonly path: JsonPath; readonly content: Content }) {
  return (
    <div className={styles.fields}>
      {content.hasLines && (
        <NumberField
          path={[...path, 'maxLines']}
          label="Lines to keep"
          none="no limit"
          width={120}
          rulePath={path}
        />
      )}
      <NumberField
        path={[...path, 'maxChars']}
        label={content.hasLines ? 'Characters to keep' : 'Characters to keep of each'}
        none="no limit"
        width={content.hasLines ? 140 : 180}
        {...(content.hasLines ? {} : { rulePath: path })}
      />
      <SwitchField path={[...path, 'addEllipsis']} label="Note how much was cut" />
    </div>
  )
}

function SummaryFields({ path }: { readonly path: JsonPath }) {
  return (
    <>
      <div className={styles.fields}>
        <ProfileField path={[...path, 'apiProfile']} />
        <NumberField path={[...path, 'maxTokens']} label="Longest summary" unit="tok" width={130} />
        <NumberField path={[...path, 'minTokens']} label="Only parts above" unit="tok" width={130} />
      </div>
      <TextField
        path={[...path, 'customPrompt']}
        label="Prompt of your own"
        placeholder="the built-in one"
        isOptional
        isLong
      />
    </>
  )
}

/** Expected cost, speed and share kept of an operation. Claims, not measurements. */
export function OperationBadges({ operation }: { readonly operation: Operation }) {
  const { cost, speed, preserves } = operationLooks[operation]
  return (
    <Row component="span" align="stretch" inline gap="xs">
      <Tag term="operation-cost">{cost}</Tag>
      <Tag term="speed-class">{speed}</Tag>
      <Tag term="keeps">{`keeps ${preserves}`}</Tag>
    </Row>
  )
}

/** What the operation at a path would cost on the task of the preview, and a warning where that is above a limit. */
export function CostNote({ path }: { readonly path: JsonPath }) {
  const cost = useOperationCost(path)
  if (cost === null) return null
  return (
    <>
      <Tag about="Estimated on the task of the preview without asking a model">{cost.text}</Tag>
      {cost.warning !== null && (
        <Block component="p" flex="1 0 100%" tone="caution" fz="xs">
          <IconAlertTriangle size={12} aria-hidden /> {cost.warning}
        </Block>
      )}
    </>
  )
}

/** The model that summarises: that of the run, or a profile. */
export function ProfileField({ path }: { readonly path: JsonPath }) {
  const { queries } = useEngine()
  const { value, error, set } = useField(path)
  const list = useQuery(queries.profiles.list.queryOptions()).data
  const known = list === undefined ? [] : buildModelChoices(list).filter((choice) => choice.value !== byRole)
  const named = typeof value === 'string' ? value : byRole
  const isKnown = named === byRole || known.some((choice) => choice.value === named)
  return (
    <Select
      label="Profile"
      w={220}
      data={[
        { value: byRole, label: 'The model of the run' },
        ...known,
        ...(isKnown ? [] : [{ value: named, label: `${named} (no such profile)` }]),
      ]}
      value={named}
      error={error}
      allowDeselect={false}
      onChange={(next) => set(next === null || next === byRole ? undefined : next)}
    />
  )
}
