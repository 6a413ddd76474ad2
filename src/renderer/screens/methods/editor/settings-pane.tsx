import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import { CodeView } from '../../../ui/components/code/code-view.tsx'
import {
  convertSchemaToFields,
  describeUnplacedIssues,
} from '../../../ui/components/schema-form/convert-schema-to-fields.ts'
import { SchemaForm } from '../../../ui/components/schema-form/schema-form.tsx'
import { Bar, Block, Fill, Heading, Note, Notice, Scroll } from '../../../ui/layout/layout.tsx'
import type { SettingsDraft } from './use-settings-draft.ts'

type SettingsPaneProps = {
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
  readonly draft: SettingsDraft
}

/** The settings as a form or as JSON: two views of one value. */
export function SettingsPane({ provider, providers, draft }: SettingsPaneProps) {
  const [view, setView] = useState('form')
  const fields = useFields(provider)
  const complaints = [draft.textError, ...describeUnplacedIssues(fields, draft.issues)].filter(
    (message) => message !== null,
  )
  return (
    <Fill
      component="section"
      line="right"
      aria-label={view === 'form' ? 'Settings as a form' : 'Settings as JSON'}
    >
      <Bar>
        <Heading flex={1}>Settings</Heading>
        <SegmentedControl
          size="xs"
          aria-label="View of the settings"
          data={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          value={view}
          onChange={setView}
        />
      </Bar>
      {complaints.length > 0 && (
        <Note component="div" tone="bad" py="sm" px="md" line="bottom" role="alert">
          {complaints.map((message) => (
            <div key={message}>{message}</div>
          ))}
        </Note>
      )}
      {view === 'json' ? (
        <Block flex={1} mih={0}>
          <CodeView
            value={draft.text}
            revision={draft.revision}
            language="json"
            label="Settings as JSON"
            onChange={draft.changeText}
          />
        </Block>
      ) : (
        <FormView provider={provider} providers={providers} draft={draft} />
      )}
    </Fill>
  )
}

/** The fields of the settings, read from the schema of the provider. */
function useFields({ settingsJsonSchema }: ProviderInfo) {
  return useMemo(() => convertSchemaToFields(settingsJsonSchema), [settingsJsonSchema])
}

function FormView({ provider, providers, draft }: SettingsPaneProps) {
  const fields = useFields(provider)
  return (
    <Scroll p="md">
      {draft.textError !== null && (
        <Notice mb="md" role="status">
          The JSON is invalid, so the form shows the last valid settings. A change here replaces the JSON.
        </Notice>
      )}
      <Block maw={520}>
        <SchemaForm
          fields={fields}
          settings={draft.settings}
          issues={draft.issues}
          providers={providers}
          onChange={draft.change}
        />
      </Block>
    </Scroll>
  )
}
