// Tests the package that is installed in the current folder. Prints a line "ok WHAT" or "bad WHAT: WHY" for each check.
//
// Usage: node package-test.mjs
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { load, loadInWorker } from 'lanewise';

const check = async (what, test) => {
    try {
        await test();
        console.log(`ok ${what}`);
    } catch (error) {
        console.log(`bad ${what}: ${error.message.split('\n').slice(0, 3).join(' ')}`);
    }
};
const digestOf = (name, data) => crypto.createHash(name).update(data).digest('hex');
const hex = bytes => Buffer.from(bytes).toString('hex');
const others = { md5: 'md5', sha1: 'sha1', sha256: 'sha256', 'sha3-256': 'sha3-256', blake2b: 'blake2b512', blake2s: 'blake2s256' };
const globals = Object.keys(globalThis);

const main = await load(), worker = await loadInWorker();
for (const [where, lanewise] of [['this thread', main], ['a worker', worker]]) {
    const messages = Array.from({ length: 40 }, (_, i) => crypto.randomBytes(i * 37));
    for (const [name, other] of Object.entries(others)) {
        const wanted = messages.map(message => digestOf(other, message));
        await check(`${where}: ${name} equals crypto`, async () => {
            assert.deepEqual((await lanewise.hashMany(name, messages)).map(hex), wanted);
            assert.equal(await lanewise.hexdigest(name, messages[7]), wanted[7]);
            assert.equal(hex(await lanewise.digest(name, messages[8])), wanted[8]);
            const hash = await lanewise.createHash(name);
            await hash.update(messages[20].subarray(0, 100));
            const copy = await hash.copy();
            await hash.update(messages[20].subarray(100));
            assert.equal(await hash.hexdigest(), wanted[20]);
            assert.equal(await copy.hexdigest(), digestOf(other, messages[20].subarray(0, 100)));
            assert.equal(hash.digestSize, wanted[20].length / 2);
            await hash.free();
            await assert.rejects(hash.update('more'), /ended/);
            await copy.free();
        });
    }

    await check(`${where}: keyed hashes equal crypto`, async () => {
        const key = crypto.randomBytes(20), wanted = crypto.createHmac('sha256', key).update('text').digest('hex');
        assert.equal(await lanewise.hexdigest('hmac-sha256', 'text', { key }), wanted);
        assert.equal(await lanewise.verify('hmac-sha256', 'text', Buffer.from(wanted, 'hex'), { key }), true);
        assert.equal(await lanewise.verify('hmac-sha256', 'texts', Buffer.from(wanted, 'hex'), { key }), false);
        assert.deepEqual((await lanewise.hashMany('hmac-sha256', ['text', 'text'], { key })).map(hex), [wanted, wanted]);
    });

    await check(`${where}: a short MAC is rejected, because it can be guessed`, async () => {
        const key = crypto.randomBytes(32), mac = size => lanewise.digest('blake2b', 'text', { key, digestSize: size });
        assert.equal(await lanewise.verify('blake2b', 'text', await mac(16), { key }), true);
        await assert.rejects(async () => lanewise.verify('blake2b', 'text', await mac(1), { key }), /can be guessed/);
        const named = await lanewise.digest('blake2b-64', 'text', { key });
        assert.equal(await lanewise.verify('blake2b-64', 'text', named, { key }), true);
        await assert.rejects(lanewise.verify('blake2b-64', 'text', named.subarray(0, 1), { key }), /can be guessed/);
    });

    await check(`${where}: bytes may change after a call`, async () => {
        const key = crypto.randomBytes(20), data = crypto.randomBytes(40), wanted = crypto.createHmac('sha256', key).update(data).digest('hex');
        const digest = lanewise.hexdigest('hmac-sha256', data, { key }), many = lanewise.hashMany('hmac-sha256', data, { length: 40, key });
        const hash = lanewise.createHash('hmac-sha256', { key }), expected = Buffer.from(wanted, 'hex');
        const isEqual = lanewise.verify('hmac-sha256', data, expected, { key });
        key.fill(0);
        expected.fill(0);
        const update = (await hash).update(data);
        data.fill(0);
        await update;
        assert.deepEqual([await digest, hex((await many)[0]), await (await hash).hexdigest(), await isEqual], [wanted, wanted, wanted, true]);
    });

    await check(`${where}: many messages in one buffer give their digests`, async () => {
        const data = crypto.randomBytes(600), wanted = [0, 200, 400].map(i => digestOf('md5', data.subarray(i, i + 200)));
        assert.deepEqual((await lanewise.hashMany('md5', data, { length: 200 })).map(hex), wanted);
        assert.deepEqual((await lanewise.hashMany('md5', new DataView(data.buffer, data.byteOffset, 600),
            { lengths: [200, 200, 200] })).map(hex), wanted);
        assert.deepEqual(await lanewise.hashMany('md5', []), []);
    });

    await check(`${where}: BLAKE3 supports digest lengths and derived keys`, async () => {
        const whole = await lanewise.hexdigest('blake3', '', { digestSize: 64 });
        assert.ok(whole.startsWith('af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262') && whole.length === 128);
        assert.equal((await lanewise.deriveKey('a context', 'material', 16)).length, 16);
        assert.notEqual(hex(await lanewise.deriveKey('a', 'material')), hex(await lanewise.deriveKey('b', 'material')));
    });

    await check(`${where}: many calls can run at once`, async () => {
        const hashes = await Promise.all(messages.map(() => lanewise.createHash('md5')));
        await Promise.all(hashes.flatMap((hash, i) => [hash.update(messages[i]), hash.update('and more')]));
        const digests = await Promise.all(hashes.map(hash => hash.hexdigest()));
        assert.deepEqual(digests, messages.map(message => digestOf('md5', Buffer.concat([message, Buffer.from('and more')]))));
    });

    await check(`${where}: invalid arguments are rejected`, async () => {
        await assert.rejects(lanewise.digest('md6', 'a'), /no algorithm 'md6'/);
        await assert.rejects(lanewise.digest('md5', 'a', { digestSize: 15 }), /MD5 digest must be 16 bytes long, not 15/);
        await assert.rejects(lanewise.digest('md5', 'a', { digestSize: -1 }), RangeError);
        await assert.rejects(lanewise.digest('md5', 'a', { key: 'k' }));
        await assert.rejects(lanewise.digest('blake3', 'a', { key: 'k' }), /32/);
        await assert.rejects(lanewise.digest('blake3', 'a', { key: '' }), RangeError);
        await assert.rejects(lanewise.digest('hmac-md5', 'a'), /needs a key/);
        await assert.rejects(lanewise.digest('md5', 7), TypeError);
        await assert.rejects(lanewise.digest('md5'), TypeError);
        await assert.rejects(lanewise.hashMany('md5', ['a', null]), TypeError);
        await assert.rejects(lanewise.hashMany('md5', new Uint8Array(5), { length: 2 }), RangeError);
        await assert.rejects(lanewise.hashMany('md5', new Uint8Array(5), { lengths: [2, 2] }), RangeError);
        await assert.rejects(lanewise.hashMany('md5', new Uint8Array(5)), RangeError);
        assert.equal(await lanewise.hexdigest('md5', 'abc'), '900150983cd24fb0d6963f7d28e17f72');
    });
}

await check('every algorithm can hash', async () => {
    assert.ok(main.algorithms.length > 30 && main.algorithms.includes('hmac-sha256'));
    assert.deepEqual(worker.algorithms, main.algorithms);
    for (const name of main.algorithms) {
        const options = /^[hk]mac/.test(name) ? { key: 'a key' } : {};
        assert.equal(hex((await main.hashMany(name, ['abc', 'abcd'], options))[0]), await main.hexdigest(name, 'abc', options));
    }
});

await check('a closed worker rejects calls', async () => {
    await worker.close();
    await assert.rejects(worker.digest('md5', 'a'), /ended/);
});

// The .NET runtime adds one global name. In Node 18, which has no global name crypto, the runtime also adds crypto.
const added = Object.keys(globalThis).filter(name => !globals.includes(name) && !['getDotnetRuntime', 'crypto'].includes(name));
await check('no global name remains', () => assert.deepEqual(added, []));

await check('the type declarations have the methods of the objects', async () => {
    const types = fs.readFileSync(new URL('./node_modules/lanewise/index.d.mts', import.meta.url), 'utf8');
    const hash = await main.createHash('md5');
    for (const object of [main, hash]) {
        const [, body] = types.match(new RegExp(`interface ${object.constructor.name} \\{(.*?)\\n\\}`, 's'));
        const typed = new Set([...body.matchAll(/^ {4}(?:readonly )?(\w+)[(:]/gm)].map(([, name]) => name));
        const methods = [...Object.getOwnPropertyNames(Object.getPrototypeOf(object)), ...Object.keys(object)];
        assert.deepEqual([...typed].sort(), methods.filter(name => name !== 'constructor').sort());
    }
});
// A worker that was not closed must not keep the program running.
const left = await loadInWorker();
await check('an open worker computes a digest', async () => assert.equal((await left.digest('md5', 'a')).length, 16));
console.log('end of list');
