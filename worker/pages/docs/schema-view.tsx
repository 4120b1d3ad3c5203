/** A JSON Schema in words, as far as the description of this API uses them. */
import type { VNode } from 'preact';
import type { Schema } from '../../openapi/schema.ts';
import { Prose } from './prose.tsx';

/** The sections of the schemas that others refer to. */
export function SchemaSections({ schemas }: { readonly schemas: Readonly<Record<string, Schema>> }): VNode {
  return (
    <section id="shapes">
      <h2>Shapes of answers</h2>
      {Object.entries(schemas).map(([name, schema]) => (
        <section class="shape" id={anchorOf(name)}>
          <h3>{name}</h3>
          {typeof schema.description === 'string' && (
            <p>
              <Prose text={schema.description} />
            </p>
          )}
          <Shape schema={schema} />
        </section>
      ))}
    </section>
  );
}

function anchorOf(name: string): string {
  return `shape-${name}`;
}

/** A schema within a sentence; one with members is taken apart beneath. */
export function SchemaOf({ schema }: { readonly schema: Schema }): VNode {
  return <Shape schema={schema} />;
}

function Shape({ schema }: { readonly schema: Schema }): VNode {
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type, items, prefixItems, properties } = schema;
  if (typeof $ref === 'string') return <Reference to={$ref} />;
  if (constant !== undefined) return <code>{JSON.stringify(constant)}</code>;
  if (isList(values)) return <Values values={values} />;
  if (isList(oneOf) && oneOf.every(hasKind)) return <Kinds schemas={oneOf.filter(isSchema)} />;
  const choices = [anyOf, oneOf].find(isList);
  if (choices !== undefined) return <Choices schemas={choices.filter(isSchema)} />;
  if (isList(allOf)) return <Choices schemas={allOf.filter(isSchema)} word=" and " />;
  if (isList(prefixItems)) return <>[{joined(prefixItems.filter(isSchema), ', ')}]</>;
  if (type === 'array' && isSchema(items)) {
    return (
      <>
        a list of <Shape schema={items} />
      </>
    );
  }
  if (isSchema(properties)) return <Members schema={schema} />;
  return <span class="type">{plain(schema)}</span>;
}

function Reference({ to }: { readonly to: string }): VNode {
  const name = to.slice(to.lastIndexOf('/') + 1);
  return <a href={`#${anchorOf(name)}`}>{name}</a>;
}

/** More values than these fill a screen, and are folded away. */
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

function Choices({ schemas, word = ' or ' }: { readonly schemas: readonly Schema[]; readonly word?: string }): VNode {
  return <>{joined(schemas, word)}</>;
}

function joined(schemas: readonly Schema[], word: string) {
  return schemas.map((schema, index) => (
    <>
      {index > 0 && word}
      <Shape schema={schema} />
    </>
  ));
}

/** Objects that one member tells apart. */
function Kinds({ schemas }: { readonly schemas: readonly Schema[] }): VNode {
  return (
    <>
      {schemas.map((schema) => (
        <details class="kind">
          <summary>
            <code>{`"kind": ${JSON.stringify(kindOf(schema))}`}</code>
          </summary>
          <Members schema={schema} />
        </details>
      ))}
    </>
  );
}

function Members({ schema: { properties, required } }: { readonly schema: Schema }): VNode {
  const needed = new Set(isList(required) ? required : []);
  return (
    <dl class="details members">
      {Object.entries(isSchema(properties) ? properties : {})
        .filter((entry): entry is [string, Schema] => isSchema(entry[1]))
        .map(([name, member]) => (
          <div>
            <dt>
              <code>{name}</code>
              {!needed.has(name) && <span class="place">optional</span>}
            </dt>
            <dd>
              <Shape schema={member} />
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

/** Type, format and bounds. */
function plain({ type, format, minimum, maximum, contentEncoding, default: usual }: Schema): string {
  const words = [
    Array.isArray(type) ? type.join(' or ') : type,
    format,
    contentEncoding,
    minimum === undefined ? undefined : `from ${minimum}`,
    maximum === undefined ? undefined : `up to ${maximum}`,
    usual === undefined ? undefined : `usually ${usual}`,
  ];
  return words.filter((word) => word !== undefined).join(', ');
}

function hasKind(schema: unknown): boolean {
  return isSchema(schema) && kindOf(schema) !== undefined;
}

function kindOf({ properties }: Schema): unknown {
  const kind = isSchema(properties) ? properties.kind : undefined;
  return isSchema(kind) ? kind.const : undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
