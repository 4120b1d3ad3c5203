/** A JSON Schema in words, with the keywords that the description of this API uses. */
import type { VNode } from 'preact';
import { Prose } from '../../pages/parts/shown-text.tsx';
import type { Schema } from '../openapi/schema.ts';
import { isList, isSchema } from './is-schema.ts';

/** The address of the description of a schema. */
export type HrefOfSchema = (name: string) => string;

interface SchemaProps {
  readonly schema: Schema;
  readonly hrefOf: HrefOfSchema;
}

/** A schema within a sentence. The members of an object are listed below. */
export function SchemaView({ schema, hrefOf }: SchemaProps): VNode {
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type, items, prefixItems, properties } = schema;
  if (isSchema(schema.contentSchema)) {
    return (
      <>
        on each line, <SchemaView schema={schema.contentSchema} hrefOf={hrefOf} />
      </>
    );
  }
  if (typeof $ref === 'string') return <Reference to={$ref} hrefOf={hrefOf} />;
  if (constant !== undefined) return <code>{JSON.stringify(constant)}</code>;
  if (isList(values)) return <Values values={values} />;
  if (isList(oneOf) && oneOf.every(hasKind)) return <Kinds schemas={oneOf.filter(isSchema)} hrefOf={hrefOf} />;
  const choices = [anyOf, oneOf].find(isList);
  if (choices !== undefined) return <>{joined(choices.filter(isFilled), ' or ', hrefOf)}</>;
  if (isList(allOf)) return <>{joined(allOf.filter(isSchema), ' and ', hrefOf)}</>;
  if (isList(prefixItems)) return <>[{joined(prefixItems.filter(isSchema), ', ', hrefOf)}]</>;
  if (type === 'array' && isSchema(items)) {
    return (
      <>
        a list of <SchemaView schema={items} hrefOf={hrefOf} />
      </>
    );
  }
  if (isSchema(properties)) return <Members schema={schema} hrefOf={hrefOf} />;
  return <span class="type">{typeInWords(schema)}</span>;
}

function Reference({ to, hrefOf }: { readonly to: string; readonly hrefOf: HrefOfSchema }): VNode {
  const name = to.slice(to.lastIndexOf('/') + 1);
  return <a href={hrefOf(name)}>{name}</a>;
}

/** How many values of an enumeration are shown. Longer lists would fill a screen, so they are folded. */
const MOST_VALUES = 12;

function Values({ values }: { readonly values: readonly unknown[] }): VNode {
  const list = values.map((value, index) => (
    <>
      {index > 0 && ', '}
      <code>{String(value)}</code>
    </>
  ));
  if (values.length <= MOST_VALUES) return <span class="type">{list}</span>;
  return (
    <details>
      <summary>one of {values.length}</summary>
      {list}
    </details>
  );
}

function joined(schemas: readonly Schema[], word: string, hrefOf: HrefOfSchema) {
  return schemas.map((schema, index) => (
    <>
      {index > 0 && word}
      <SchemaView schema={schema} hrefOf={hrefOf} />
    </>
  ));
}

/** Objects that differ by their member `kind`: first the members that all share, then those of each kind. */
function Kinds({ schemas, hrefOf }: { readonly schemas: readonly Schema[]; readonly hrefOf: HrefOfSchema }): VNode {
  const [first, ...others] = schemas;
  const shared = Object.entries(propertiesOf(first)).filter(([name, member]) =>
    others.every((other) => JSON.stringify(propertiesOf(other)[name]) === JSON.stringify(member)),
  );
  const isShared = new Set(shared.map(([name]) => name));
  return (
    <>
      <Members schema={{ ...first, properties: Object.fromEntries(shared) }} hrefOf={hrefOf} />
      {schemas.map((schema) => (
        <details class="kind">
          <summary>
            <code>{`"kind": ${JSON.stringify(kindOf(schema))}`}</code>
          </summary>
          <Members
            schema={{
              ...schema,
              properties: Object.fromEntries(
                Object.entries(propertiesOf(schema)).filter(([name]) => !isShared.has(name)),
              ),
            }}
            hrefOf={hrefOf}
          />
        </details>
      ))}
    </>
  );
}

/** The members of an object, with those of its parts. */
export function Members({ schema, hrefOf }: SchemaProps): VNode {
  const { required } = schema;
  const needed = new Set(isList(required) ? required : []);
  return (
    <dl class="details members">
      {Object.entries(propertiesOf(schema)).map(([name, member]) => (
        <div>
          <dt>
            <code>{name}</code>
            {!needed.has(name) && <span class="qualifier">optional</span>}
          </dt>
          <dd>
            <SchemaView schema={member} hrefOf={hrefOf} />
            {typeof member.description === 'string' && (
              <>
                {' '}
                <Prose text={member.description} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function propertiesOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  const properties = isSchema(schema?.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, Schema] => isSchema(entry[1])),
  );
}

/** Type, format and bounds, in words. */
function typeInWords({ type, format, minimum, maximum, contentEncoding, default: defaultValue }: Schema): string {
  const words = [
    Array.isArray(type) ? type.join(' or ') : type,
    format,
    contentEncoding,
    minimum === undefined ? undefined : `at least ${minimum}`,
    maximum === undefined ? undefined : `at most ${maximum}`,
    defaultValue === undefined ? undefined : `default ${defaultValue}`,
  ];
  return words.filter((word) => word !== undefined).join(', ');
}

/** Whether a choice says something; `{}` is anything. */
function isFilled(schema: unknown): schema is Schema {
  return isSchema(schema) && Object.keys(schema).length > 0;
}

function hasKind(schema: unknown): boolean {
  return isSchema(schema) && kindOf(schema) !== undefined;
}

function kindOf({ properties }: Schema): unknown {
  const kind = isSchema(properties) ? properties.kind : undefined;
  return isSchema(kind) ? kind.const : undefined;
}
