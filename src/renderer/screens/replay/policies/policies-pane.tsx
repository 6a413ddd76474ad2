import { Button, Menu, Popover } from '@mantine/core'
import { IconChevronDown, IconDownload, IconTerminal2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { z } from 'zod'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import { replayPolicyFileSchema, isPlainPolicy } from '../../../../shared/replay/replay-policy-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useEditorChoices, type EditorChoices } from '../../../data/use-editor-choices.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { formatTokens } from '../../../lib/format.ts'
import type { Complete } from '../../../ui/components/code/yaml-completion.ts'
import { CopyTextButton } from '../../../ui/components/copy-text-button.tsx'
import { downloadText } from '../../../ui/components/download-text.ts'
import type { Choice } from '../../../ui/components/editor-fields/list-distinct-choices.ts'
import { readJsonAtPath, type JsonPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'
import { DraftButtons } from '../../../ui/components/yaml-editor/draft-buttons.tsx'
import { DraftHalves } from '../../../ui/components/yaml-editor/draft-halves.tsx'
import { findYamlCompletions } from '../../../ui/components/yaml-editor/find-yaml-completions.ts'
import { YamlPane } from '../../../ui/components/yaml-editor/yaml-pane.tsx'
import { Bar, Block, Inline, Notice, Pre } from '../../../ui/layout/layout.tsx'
import { replayCommand } from '../replay-command.ts'
import { editWithId } from './following-id.ts'
import { PoliciesForm, SweepButton } from './policies-form.tsx'
import { policyFileName } from './policy-file-name.ts'
import type { PolicyDraft } from './use-policy-draft.ts'
import { usualWindows } from './window-field.tsx'

type CommandButtonProps = {
  readonly command: string
  readonly fileName: string
  /** What the file holds. */
  readonly text: string
}

/** Small ones let policies condense short tasks too. */
const offeredWindows = [16_000, 32_000, 64_000, ...usualWindows]

/** The JSON Schema of a file of policies: the one that is published, without what a machine knows. */
const policySchema: JsonValue = z
  .json()
  .parse(JSON.parse(JSON.stringify(z.toJSONSchema(replayPolicyFileSchema, { io: 'input' }))))

type PoliciesPaneProps = {
  readonly draft: PolicyDraft
  /** What plays them. */
  readonly children: ReactNode
}

/** The policies twice over, as a form and as YAML. */
export function PoliciesPane({ draft, children }: PoliciesPaneProps) {
  const choices = useEditorChoices()
  const split = useSplitLayout('replay-policies', 60)
  const issues = useMemo(() => (draft.check?.ok === false ? draft.check.issues : []), [draft.check])
  const complete = useMemo(() => createPolicyCompletions(choices, draft.value), [choices, draft.value])
  return (
    <>
      <PoliciesToolbar draft={draft}>{children}</PoliciesToolbar>
      {draft.isFromElsewhere && (
        <Notice display="flex" flex="none" wrap align="center" gap="xs md" line="bottom" role="status">
          These policies were changed in another window and are shown here now. Undo brings back those that
          stood here.
        </Notice>
      )}
      <DraftHalves
        id="replay-policies"
        draft={draft}
        {...split}
        form={<PoliciesForm draft={draft} choices={choices} issues={issues} />}
        yaml={
          <YamlPane label="The policies as YAML" draft={draft} issues={issues} complete={complete}>
            {draft.checkProblem !== null && (
              <ErrorPanel title="Could not be checked" problem={draft.checkProblem} />
            )}
          </YamlPane>
        }
      />
    </>
  )
}

/** What can be done with the list of policies. Whatever replaces it can be undone. */
function PoliciesToolbar({ draft, children }: PoliciesPaneProps) {
  const { queries } = useEngine()
  const info = useQuery(queries.app.info.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data
  return (
    <Bar wrap gap="xs sm" role="toolbar" aria-label="Policies">
      <SweepButton draft={draft} />
      <WindowOfAll draft={draft} />
      <Inline flex={1} />
      <DraftButtons draft={draft} fresh={draft.fresh} freshLabel="Usual policies" fileName={policyFileName} />
      {info !== undefined && (
        <CommandButton
          command={replayCommand({ ...draft, info })}
          fileName={policyFileName}
          text={draft.text}
        />
      )}
      {children}
    </Bar>
  )
}

/** What can be written at a place of a file of policies on this machine. */
function createPolicyCompletions(choices: EditorChoices, value: Settings): Complete {
  const toSuggestions = (list: readonly Choice[]) =>
    list.map(({ value: id, label }) => ({ value: id, about: label }))
  const providers = choices.providers.map(({ id, label }) => ({ value: id, about: label }))
  const presets = choices.presets.map(({ id, providerId }) => ({ value: id, about: providerId }))
  const plain = [
    { value: 'none', about: 'never condenses' },
    { value: 'recorded', about: 'what the agent sent' },
  ]
  const suggestions = {
    'policies.*.id': plain,
    'policies.*.provider': providers,
    'policies.*.preset': presets,
    'policies.*.profile': toSuggestions(choices.profiles),
    'policies.*.prompt': toSuggestions(choices.prompts),
    'policies.*.fallback.*.provider': providers,
    'policies.*.fallback.*.preset': presets,
  }
  const findSchema = (path: JsonPath): JsonValue | null => {
    if (path.length !== 3 || path[0] !== 'policies' || path[2] !== 'settings') return null
    const providerId = readJsonAtPath(value, [...path.slice(0, 2), 'provider'])
    const provider = choices.providers.find(({ id }) => id === providerId)
    // A JSON Schema that came over the wire is JSON.
    return provider === undefined ? null : (provider.settingsJsonSchema as JsonValue)
  }
  return (before) => findYamlCompletions(before, { schema: policySchema, schemaAt: findSchema, suggestions })
}

/** Gives every policy the same window. */
function WindowOfAll({ draft }: { readonly draft: PolicyDraft }) {
  const list = draft.value['policies']
  const entries = Array.isArray(list) ? list : []
  const give = (window: number): void => {
    const text = entries.reduce<string>((before, entry, index) => {
      const id = readJsonAtPath(entry, ['id'])
      if (typeof id === 'string' && isPlainPolicy(id)) return before
      const edit = { kind: 'set', path: ['policies', index, 'window'], value: window } as const
      return editWithId(before, edit)
    }, draft.text)
    draft.replace(text)
  }
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          disabled={draft.textError !== null || entries.length === 0}
        >
          Window of all
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offeredWindows.map((window) => (
          <Menu.Item key={window} onClick={() => give(window)}>
            {formatTokens(window)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The same replay from the command line, in the two steps that it takes. */
function CommandButton({ command, fileName, text }: CommandButtonProps) {
  return (
    <Popover position="bottom-end" trapFocus withRoles width={460}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconTerminal2 size={14} aria-hidden />}>
          Command
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="The same replay from the command line">
        <Block component="ol" pl={20} fz="xs">
          <li>
            <Block component="p" mb={6}>
              Save the policies as <strong>{fileName}</strong>.
            </Block>
            <Button
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => downloadText(fileName, text, 'application/yaml')}
            >
              Save policies
            </Button>
          </li>
          <li>
            <Block component="p" mb={6}>
              Run this in the folder that the file was saved to:
            </Block>
            <Pre
              mah={120}
              mb={6}
              py={6}
              px="sm"
              scroll
              line="around"
              bg="var(--surface)"
              tabIndex={0}
              aria-label="The command"
            >
              {command}
            </Pre>
            <CopyTextButton text={command} label="Copy command" />
          </li>
        </Block>
      </Popover.Dropdown>
    </Popover>
  )
}
