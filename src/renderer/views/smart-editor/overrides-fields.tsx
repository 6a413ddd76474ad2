import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useField } from '../../components/editor-fields/editor-context.ts'
import { jsonAt, type JsonPath } from '../../components/editor-fields/json-at.ts'
import { NumberField } from '../../components/editor-fields/number-field.tsx'
import type { JsonValue } from '../../components/schema-form/settings-value.ts'
import { OperationField } from './operation-field.tsx'
import { contents } from './operations.ts'
import styles from './smart-editor.module.css'

/** Messages that a pass treats in a way of their own, by their place in the history. */
export function OverridesFields({ path }: { readonly path: JsonPath }) {
  const { value, error, set } = useField(path)
  const overrides = Array.isArray(value) ? value : []
  return (
    <>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      {overrides.map((override, index) => (
        // The place in the list is all that an override is known by.
        <fieldset key={index} className={styles.override}>
          <legend className={styles.hidden}>{nameOf(override)}</legend>
          <div className={styles.contentHead}>
            <NumberField path={[...path, index, 'messageIndex']} label="Message" width={104} />
            <span className={styles.spring} />
            <ActionIcon
              aria-label={`Remove the exception for ${nameOf(override)}`}
              title="Remove"
              onClick={() => {
                const rest = overrides.toSpliced(index, 1)
                set(rest.length === 0 ? undefined : rest)
              }}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </div>
          {contents.map((content) => (
            <OperationField
              key={content.key}
              path={[...path, index, 'operations', content.key]}
              content={content}
              otherwise="As the pass"
            />
          ))}
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set([...overrides, newOverride(overrides)])}
        >
          Add an exception
        </Button>
      </div>
    </>
  )
}

function nameOf(override: JsonValue): string {
  const index = jsonAt(override, ['messageIndex'])
  return typeof index === 'number' ? `message ${index}` : 'a message'
}

/** The message behind the last one that has an exception, kept as it is. */
function newOverride(overrides: readonly JsonValue[]): JsonValue {
  const places = overrides.map((override) => jsonAt(override, ['messageIndex']))
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
