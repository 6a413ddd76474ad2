import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { describeArmOrigin } from '../../../../shared/methods/arms-words.ts'
import { Block } from '../../layout/layout.tsx'
import { ArmSelect } from '../arms/arm-select.tsx'
import { findEntryArm, withArm, withoutArm } from '../arms/entry-arm.ts'
import { useField } from './editor-context.ts'
import { isRecord, type JsonPath } from './read-json-at-path.ts'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

type Named = { readonly id: string; readonly label: string }

type ProviderFieldsProps = {
  /** Of the entry. */
  readonly path: JsonPath
  readonly choices: {
    readonly arms: readonly ArmInfo[]
    readonly providers: readonly Named[]
    readonly presets: readonly (Named & { readonly providerId: string })[]
  }
}

/** Arm, id, provider and preset of an entry. An entry that names an arm has no provider of its own. */
export function ProviderFields({ path, choices: { arms, providers, presets } }: ProviderFieldsProps) {
  const { value: provider } = useField([...path, 'provider'])
  const { value: named } = useField([...path, 'arm'])
  const own = presets.filter(({ providerId }) => providerId === provider)
  const buildChoices = (all: readonly Named[]) => all.map(({ id, label }) => ({ value: id, label }))
  return (
    <>
      <ArmField path={path} arms={arms} />
      <TextField path={[...path, 'id']} label="Id" />
      {named === undefined && (
        <>
          <SelectField path={[...path, 'provider']} label="Provider" choices={buildChoices(providers)} />
          <SelectField
            path={[...path, 'preset']}
            label="Preset"
            none="Defaults"
            choices={buildChoices(own)}
          />
        </>
      )}
    </>
  )
}

/** The arm of an entry: the one that it names, or the one that its provider and preset are. */
function ArmField({ path, arms }: { readonly path: JsonPath; readonly arms: readonly ArmInfo[] }) {
  const { value, set } = useField(path)
  const { error } = useField([...path, 'arm'])
  const entry = isRecord(value) ? value : {}
  const { arm, id } = findEntryArm(entry, arms)
  return (
    <Block span="all" miw={0}>
      <ArmSelect
        arms={arms}
        value={id}
        error={error}
        none="None"
        onChange={(next) => set(next === null ? withoutArm(entry, arms) : withArm(entry, next))}
        description={
          arm === null ? undefined : (
            <Block component="span" display="block" maw="60ch" c="dimmed" fz={11} lh="15px">
              {describeArmOrigin(arm)}
            </Block>
          )
        }
      />
    </Block>
  )
}
