/** A JSON Schema in words, with the keywords that the description of this API uses. */
import type { VNode } from 'preact';
import type { Schema } from '../../openapi/schema.ts';

/** A text of the description, in which code stands between backticks. */
export function Prose({ text }: { readonly text: string }): VNode {
  return <>{text.split('`').map((piece, index) => (index % 2 === 0 ? piece : <code>{piece}</code>))}</>;
}

/** A section for each schema that others refer to. */
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
          <SchemaView schema={schema} />
        </section>
      ))}
    </section>
  );
}

function anchorOf(name: string): string {
  return `shape-${name}`;
}

/** A schema within a sentence. The members of an object are listed below. */
export function SchemaView({ schema }: { readonly schema: Schema }): VNode {
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type, items, prefixItems, properties } = schema;
  if (isSchema(schema.contentSchema)) return <LineView schema={schema.contentSchema} />;
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
        a list of <SchemaView schema={items} />
      </>
    );
  }
  if (isSchema(properties)) return <Members schema={schema} />;
  return <span class="type">{typeInWords(schema)}</span>;
}

/** A text whose lines are JSON. */
function LineView({ schema }: { readonly schema: Schema }): VNode {
  return (
    <>
      on each line, <SchemaView schema={schema} />
    </>
  );
}

function Reference({ to }: { readonly to: string }): VNode {
  const name = to.slice(to.lastIndexOf('/') + 1);
  return <a href={`#${anchorOf(name)}`}>{name}</a>;
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

function Choices({ schemas, word = ' or ' }: { readonly schemas: readonly Schema[]; readonly word?: string }): VNode {
  return <>{joined(schemas, word)}</>;
}

function joined(schemas: readonly Schema[], word: string) {
  return schemas.map((schema, index) => (
    <>
      {index > 0 && word}
      <SchemaView schema={schema} />
    </>
  ));
}

/** Objects that differ by their member `kind`. */
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
              {!needed.has(name) && <span class="qualifier">optional</span>}
            </dt>
            <dd>
              <SchemaView schema={member} />
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

/** Type, format and bounds, in words. */
function typeInWords({ type, format, minimum, maximum, contentEncoding, default: defaultValue }: Schema): string {
  const words = [
    Array.isArray(type) ? type.join(' or ') : type,
    format,
    contentEncoding,
    minimum === undefined ? undefined : `from ${minimum}`,
    maximum === undefined ? undefined : `up to ${maximum}`,
    defaultValue === undefined ? undefined : `usually ${defaultValue}`,
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

/** Whether a value is a JSON object. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
