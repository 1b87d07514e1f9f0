"""Calls of any AWS service: a JSON line in, a JSON line out, several at a time. Endpoints and credentials are the shell's."""

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import botocore.session
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

session = botocore.session.get_session()
clients = {}
making, writing = threading.Lock(), threading.Lock()


def client(service):
    with making:
        if service not in clients:
            style = Config(s3={"addressing_style": "path"}, retries={"mode": "standard", "max_attempts": 3})
            clients[service] = session.create_client(service, config=style)
        return clients[service]


def text(value):
    return value.read().decode() if hasattr(value, "read") else str(value)


def call(request):
    answer = {"id": request["id"]}
    try:
        target = client(request["service"])
        answer["result"] = target._make_api_call(request["operation"], request["parameters"])
    except ClientError as error:
        answer["error"] = error.response["Error"]["Code"]
        answer["message"] = error.response["Error"].get("Message", "")
    except BotoCoreError as error:
        answer["error"], answer["message"] = type(error).__name__, str(error)
    line = json.dumps(answer, default=text)
    with writing:
        print(line, flush=True)


with ThreadPoolExecutor(8) as pool:
    for line in sys.stdin:
        pool.submit(call, json.loads(line))
